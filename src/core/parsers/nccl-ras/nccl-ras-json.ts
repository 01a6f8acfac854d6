/** What `ncclras -f json` prints (NCCL 2.28.7 and later; NCCL user guide, RAS): all communicators with all their ranks. */

import { groupBy } from '../../base/group-by.ts'
import type { Place } from '../../evidence/place.ts'
import type { RasCommunicator, RasCount, RasProcess, RasRank } from '../../evidence/ras-report.ts'
import { bytesOf, MOST_BYTES } from '../../text/all-bytes.ts'
import { encodingOf, headText } from '../../text/first-bytes.ts'
import { type Json, parseJson } from '../../text/tolerant-json.ts'
import type { FileParser } from '../parser.ts'

export const ncclRasJson: FileParser = {
  kind: 'file',
  id: 'nccl-ras-json',
  title: 'NCCL RAS (ncclras -f json)',
  sniff: (head) => {
    const text = headText(head)
    return /^\s*\{\s*"nccl_version"\s*:/.test(text) && text.includes('"communicators')
  },
  async parse(input) {
    const bytes = await bytesOf(input.open())
    if (!bytes)
      return {
        evidence: [],
        notes: [{ id: 'input-too-large', values: { name: input.name, most: MOST_BYTES } }],
      }
    const read = parseJson(new TextDecoder(encodingOf(bytes)).decode(bytes))
    const root = read.ok ? membersOf(read.value.value) : undefined
    if (!root)
      return {
        evidence: [],
        notes: [{ id: 'json-unreadable', values: { at: read.ok ? 0 : read.problem.at } }],
      }
    const at = (text: string): Place => ({ input: input.name, text })
    const all = itemsOf(root.communicators).flatMap((item) => {
      const its = membersOf(item)
      return its ? [its] : []
    })
    const communicators = all.flatMap((its) => communicatorOf(its, at) ?? [])
    return {
      evidence: [
        {
          kind: 'ras-report',
          communicators,
          dead: all.flatMap((its) => deadOf(its, at)),
          place: at(`nccl_version ${textOf(root.nccl_version) ?? ''}`.trim()),
        },
      ],
      notes: [],
    }
  },
}

type Members = { readonly [name: string]: Json }

function communicatorOf(its: Members, at: (text: string) => Place): RasCommunicator | undefined {
  const hash = textOf(its.hash)
  if (hash === undefined) return undefined
  const size = numberOf(its.size)
  const ranks = itemsOf(its.ranks).flatMap((item) => {
    const members = membersOf(item)
    const rank = members && rankOf(members)
    return members && rank ? [{ rank, counts: membersOf(members.collective_counts) ?? {} }] : []
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
  const missing = itemsOf(its.missing_ranks).flatMap((item) => {
    const members = membersOf(item)
    return (members && rankOf(members)) ?? []
  })
  return {
    hash,
    ...(size === undefined ? {} : { size }),
    ...(counts.length === 0 ? {} : { counts }),
    missing,
    place: at(hash),
  }
}

function rankOf(its: Members): RasRank | undefined {
  const rank = numberOf(its.rank)
  const host = textOf(its.host)
  const gpu = numberOf(its.nvml_dev)
  return rank === undefined
    ? undefined
    : { rank, ...(host === undefined ? {} : { host }), ...(gpu === undefined ? {} : { gpu: `${gpu}` }) }
}

function deadOf(its: Members, at: (text: string) => Place): readonly RasProcess[] {
  return itemsOf(its.missing_ranks).flatMap((item) => {
    const members = membersOf(item)
    const [host, pid] = [textOf(members?.host), numberOf(members?.pid)]
    const dead = membersOf(members?.status)?.considered_dead === true
    return dead && host !== undefined && pid !== undefined ? [{ host, pid, place: at(`${host} ${pid}`) }] : []
  })
}

const membersOf = (value: Json | undefined): Members | undefined =>
  value !== null && typeof value === 'object' && !Array.isArray(value) ? (value as Members) : undefined
const itemsOf = (value: Json | undefined): readonly Json[] => (Array.isArray(value) ? value : [])
const textOf = (value: Json | undefined): string | undefined =>
  typeof value === 'string' ? value.slice(0, 100) : undefined
const numberOf = (value: Json | undefined): number | undefined =>
  typeof value === 'number' && Number.isFinite(value) ? value : undefined
