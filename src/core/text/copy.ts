/** Copies of text. */

/** A slice keeps the whole chunk that it was cut from alive; this copy does not. */
export const copy = (text: string): string => ` ${text}`.slice(1)
