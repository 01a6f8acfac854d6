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

type ValueOf<Outcome> = Outcome extends { readonly ok: true; readonly value: infer Value } ? Value : never
type ProblemOf<Outcome> = Outcome extends { readonly ok: false; readonly problem: infer Problem }
  ? Problem
  : never

/** All values by name, or the first problem. */
export function allOf<Results extends Readonly<Record<string, Result<unknown, unknown>>>>(
  results: Results,
): Result<{ readonly [Key in keyof Results]: ValueOf<Results[Key]> }, ProblemOf<Results[keyof Results]>> {
  const values: Record<string, unknown> = {}
  for (const [key, result] of Object.entries(results)) {
    if (!result.ok) return failed(result.problem as ProblemOf<Results[keyof Results]>)
    values[key] = result.value
  }
  return ok(values as { readonly [Key in keyof Results]: ValueOf<Results[Key]> })
}
