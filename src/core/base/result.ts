/** An outcome that may fail in an expected way. Broken invariants throw instead. */
export type Result<Value, Problem> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly problem: Problem }

export const ok = <Value>(value: Value): { readonly ok: true; readonly value: Value } => ({ ok: true, value })

export const failed = <Problem>(problem: Problem): { readonly ok: false; readonly problem: Problem } => ({
  ok: false,
  problem,
})

/** The end of a switch over a union: does not compile when a member is missing. */
export function unreachable(value: never): never {
  throw new Error(`not handled: ${JSON.stringify(value)}`)
}

/** All values by name, or the first problem. */
export function allOf<Values extends object, Problem>(
  results: {
    readonly [Key in keyof Values]: Result<Values[Key], Problem>
  },
): Result<Values, Problem> {
  const values: Partial<Values> = {}
  for (const key of Object.keys(results) as (keyof Values)[]) {
    const result = results[key]
    if (!result.ok) return result
    values[key] = result.value
  }
  return ok(values as Values)
}
