/** What the command line asks of the process it runs in; tests pass their own. */
export interface Host {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly stdout: Screen
  readonly stderr: Screen
  readonly stdin: AsyncIterable<Uint8Array> & { readonly isTTY?: boolean }
}

export interface Screen {
  readonly isTTY?: boolean
  readonly columns?: number
  /** Calls `done` when the text is out, or with what went wrong. */
  write(text: string, done?: (error?: Error | null) => void): unknown
}
