/** English: words that several findings about the host share. */
export const on = (host: string | undefined): string => (host === undefined ? '' : ` on ${host}`)

export const nameOf = ({ gpu, seat }: { readonly gpu?: number; readonly seat?: string }): string =>
  gpu === undefined ? `the GPU at ${seat ?? '?'}` : `GPU${gpu}`
