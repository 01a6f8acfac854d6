/**
 * A schedule as a Graphviz digraph: every node of the collective at every step, an arrow for each message, solid where it is
 * added, dashed where it is copied. Format: https://graphviz.org/doc/info/lang.html.
 */
import { inOrder, type Message } from './order.ts'
import type { Rank, Schedule } from './schedule.ts'

export interface DotNames {
  /** "GPU3", "switch 0". */
  node(node: Rank): string
  /** "step 4"; `step` counts from 0 and stands before the step's arrows. */
  step(step: number): string
}

export function scheduleDot(schedule: Schedule, names: DotNames): string {
  const nodes = Array.from({ length: schedule.ranks + schedule.switches }, (_, node) => node)
  const messages = [...inOrder(schedule)]
  const steps = (messages.at(-1)?.step ?? -1) + 1
  const at = (node: Rank, step: number) => `n${node}s${step}`
  const lines: string[] = []
  for (let step = 0; step <= steps; step++) {
    const row = nodes.map((node) => `${at(node, step)} [label=${quoted(step === 0 ? names.node(node) : '')}]`)
    const title = step < steps ? `t${step} [shape=plaintext, label=${quoted(names.step(step))}]; ` : ''
    lines.push(`  { rank=same; ${title}${row.join('; ')} }`)
  }
  // Where a node stays itself from step to step.
  for (const node of nodes)
    for (let step = 0; step < steps; step++)
      lines.push(`  ${at(node, step)} -> ${at(node, step + 1)} [style=invis, weight=10]`)
  for (const message of messages)
    lines.push(
      `  ${at(message.from, message.step)} -> ${at(message.to, message.step + 1)} [label=${quoted(chunksOf(message))}, style=${message.transfers[0]?.reduce ? 'solid' : 'dashed'}]`,
    )
  return `digraph schedule {\n  node [shape=circle]\n${lines.join('\n')}\n}\n`
}

/** "0-3, 6". */
const chunksOf = ({ transfers }: Message): string =>
  transfers.map(({ chunk, count }) => (count === 1 ? `${chunk}` : `${chunk}-${chunk + count - 1}`)).join(', ')

/** A quoted string of the DOT language. */
export const quoted = (text: string): string => `"${text.replace(/[\\"]/g, '\\$&').replace(/\n/g, '\\n')}"`
