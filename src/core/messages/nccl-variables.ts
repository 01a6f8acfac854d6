/** What the variables of NCCL and RCCL do, and the words around them. */
export interface VariableTexts {
  /** By name, in a few words. */
  readonly meanings: Readonly<Record<string, string>>
  readonly labels: Readonly<Record<'default' | 'since' | 'until' | 'library' | 'meaning', string>>
  /** Where a variable is still read by the newest version that is known. */
  readonly live: (v: { readonly version: string }) => string
}
