/** The forms in which every answer is given. */
export const FORMATS = ['text', 'json', 'md'] as const
export type Format = (typeof FORMATS)[number]
