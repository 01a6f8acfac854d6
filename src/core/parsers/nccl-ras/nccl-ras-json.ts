/** What `ncclras -f json` prints (NCCL 2.28.7 and later; NCCL user guide, RAS): all communicators with all their ranks. */

import { groupBy } from '../../base/group-by.ts'
import type { Place } from '../../evidence/place.ts'
import type { RasCommunicator, RasCount, RasProcess, RasRank } from '../../evidence/ras-report.ts'
import { headText } from '../../text/first-bytes.ts'
import { itemsOf, type Members, membersOf } from '../../text/json-values.ts'
import type { Json } from '../../text/tolerant-json.ts'
import type { FileParser } from '../parser.ts'
import { wholeJson } from '../whole-file.ts'

export const ncclRasJson: FileParser = {
  kind: 'file',
  id: 'nccl-ras-json',
  title: 'NCCL RAS (ncclras -f json)',
  sniff: (head) => {
    const text = headText(head)
    return /^\s*\{\s*"nccl_version"\s*:/.test(text) && text.includes('"communicators')
  },
  async parse(input) {
    const file = await wholeJson(input)
    if (!file.ok) return { evidence: [], notes: [file.problem] }
    const { root } = file.value
    const at = (text: string): Place => ({ input: input.name, text })
    const communicators = membersIn(root.communicators)
    return {
      evidence: [
        {
          kind: 'ras-report',
          communicators: communicators.flatMap((communicator) => communicatorOf(communicator, at) ?? []),
          dead: communicators.flatMap((communicator) => deadOf(communicator, at)),
          place: at(`nccl_version ${textOf(root.nccl_version) ?? ''}`.trim()),
        },
      ],
      notes: [],
    }
  },
}

/** The objects of an array. */
const membersIn = (value: Json | undefined): readonly Members[] =>
  itemsOf(value)
    .map(membersOf)
    .filter((members) => members !== undefined)

function communicatorOf(communicator: Members, at: (text: string) => Place): RasCommunicator | undefined {
  const hash = textOf(communicator.hash)
  if (hash === undefined) return undefined
  const size = numberOf(communicator.size)
  const ranks = membersIn(communicator.ranks).flatMap((members) => {
    const rank = rankOf(members)
    return rank ? [{ rank, counts: membersOf(members.collective_counts) ?? {} }] : []
  })
  const names = new Set(ranks.flatMap(({ counts }) => Object.keys(counts)))
  const counts = [...names].flatMap((collective): readonly RasCount[] => {
    const byCount = groupBy(ranks, ({ counts: own }) => numberOf(own[collective]) ?? 0)
    if (byCount.size < 2) return []
    return [...byCount].map(([launched, members]) => ({
      collective,
      launched,
      ranks: members.length,
      members: members.map(({ rank }) => rank),
      place: at(`${hash}: ${collective} ${launched}`),
    }))
  })
  const missing = membersIn(communicator.missing_ranks).flatMap((members) => rankOf(members) ?? [])
  return {
    hash,
    ...(size === undefined ? {} : { size }),
    ...(counts.length === 0 ? {} : { counts }),
    missing,
    place: at(hash),
  }
}

function rankOf(members: Members): RasRank | undefined {
  const rank = numberOf(members.rank)
  const host = textOf(members.host)
  const gpu = numberOf(members.nvml_dev)
  return rank === undefined
    ? undefined
    : { rank, ...(host === undefined ? {} : { host }), ...(gpu === undefined ? {} : { gpu: `${gpu}` }) }
}

function deadOf(communicator: Members, at: (text: string) => Place): readonly RasProcess[] {
  return membersIn(communicator.missing_ranks).flatMap((members) => {
    const [host, pid] = [textOf(members.host), numberOf(members.pid)]
    const dead = membersOf(members.status)?.considered_dead === true
    return dead && host !== undefined && pid !== undefined ? [{ host, pid, place: at(`${host} ${pid}`) }] : []
  })
}

const textOf = (value: Json | undefined): string | undefined =>
  typeof value === 'string' ? value.slice(0, 100) : undefined
const numberOf = (value: Json | undefined): number | undefined =>
  typeof value === 'number' && Number.isFinite(value) ? value : undefined
