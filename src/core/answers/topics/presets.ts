/** The presets as topics. */
import { print } from '../../base/print.ts'
import { presets as all } from '../../machine/presets/index.ts'
import { machineText } from '../../report/topo/machine-text.ts'
import type { Topic } from './topic.ts'

export const presets: readonly Topic[] = all.map(({ id, title, aliases, source, machine }) => ({
  id,
  kind: 'preset',
  also: [...aliases, title],
  explain: (words) => {
    const { columns } = words.list
    return {
      title: `${id}: ${title}`,
      paragraphs: [],
      facts: [
        [columns.machine, machineText(machine, {}, words, print)],
        ...(aliases.length > 0 ? [[columns.aliases, aliases.join(', ')] as const] : []),
        [columns.source, source],
        ['', `ringscope topo ${id}`],
        ['', `ringscope expect all_reduce --on ${id}`],
      ],
      see: [],
    }
  },
}))
