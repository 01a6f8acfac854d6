/** Chinese: words that several findings about the machine share. */

/** "GPU0", "GPU1" -> "0,1" */
export const indices = (gpus: readonly string[]): string =>
  gpus.map((name) => name.replace(/\D/g, '')).join(',')
