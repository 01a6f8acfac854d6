/** Mutations of a healthy job's log: one fault put in, the rule speaks; taken out, it falls silent. */
import { describe, expect, test } from 'vitest'
import { environment, facts, run } from '../analysis/hand-made.fixtures.ts'
import type { Evidence } from '../evidence/evidence.ts'
import {
  type JobMadeUp,
  jobLog,
  type LineAt,
  logOf,
  nvSwitch,
} from '../parsers/nccl-log/nccl-log.fixtures.ts'
import { rules } from './index.ts'
import type { RuleId } from './order.ts'
import { type RuleFinding, runRules } from './run.ts'

type Edit = (message: string, at: LineAt) => string | undefined

interface Bundle {
  readonly job?: JobMadeUp
  /** What stands beside the log. */
  readonly beside?: readonly Evidence[]
}

interface Fault extends Bundle {
  readonly name: string
  readonly rule: RuleId
  readonly edit: Edit
  /** The host that it must name, in subject or values. */
  readonly host?: string
}

const THREE = ['gpu-01', 'gpu-02', 'gpu-03']
/** EFA through the plugin, as aws-ofi-nccl prints it. */
const overEfa: Edit = (message) =>
  message.includes('NET/Plugin: No plugin')
    ? 'NCCL INFO NET/Plugin: Loaded net plugin AWS Libfabric (v8)'
    : message.includes('NET/IB : Using')
      ? 'NCCL INFO NET/OFI Selected provider is efa, fabric is efa (found 4 nics)'
      : message
          .replace('Using network IB', 'Using network AWS Libfabric')
          .replace('NET/IB/', 'NET/AWS Libfabric/')
const withoutPlugin: Edit = (message) =>
  message.includes('NET/IB : Using')
    ? 'NCCL INFO NET/Socket : Using [0]ens32:10.0.0.1<0>'
    : message
        .replace('Using network IB', 'Using network Socket')
        .replace(/NET\/IB\/\d+\/GDRDMA/, 'NET/Socket/0')
const nvl72 = run({ ranks: 8, hosts: ['gpu-01', 'gpu-02'], gpu: 'NVIDIA GB200', sizes: [] })
const withNvls = (message: string) =>
  message.replace('support is not available', 'support is available').replace(', 0 nvls', ', 24 nvls')
const overMnnvl: Edit = (message) =>
  withNvls(message)
    .replace('MNNVL 0', 'MNNVL 1')
    .replace(/\[(?:send|receive)\] via NET\/IB\/\d+\/GDRDMA/, 'via P2P/MNNVL')

const FAULTS: readonly (Fault & { readonly well?: Edit })[] = [
  {
    name: 'the EFA plugin is absent',
    rule: 'net-plugin-missing',
    job: { hosts: THREE },
    beside: [environment('gpu-01', { FI_PROVIDER: 'efa' })],
    well: overEfa,
    edit: withoutPlugin,
  },
  {
    name: 'IMEX does not run: no NVLink between nodes of an NVL72',
    rule: 'mnnvl-unavailable',
    // Without the lines of the topology, as most logs are.
    job: { gpus: 4, topology: [] },
    beside: [nvl72],
    well: overMnnvl,
    edit: withNvls,
  },
  {
    name: 'one host without GPUDirect RDMA',
    rule: 'gdr-asymmetric',
    job: { hosts: THREE },
    edit: (message, { host }) => (host === 'gpu-03' ? message.replace('/GDRDMA', '') : message),
    host: 'gpu-03',
  },
  {
    name: 'one host that lost a NIC',
    rule: 'nic-list-differs',
    job: { hosts: THREE },
    edit: (message, { host }) => (host === 'gpu-02' ? message.replace(' [7]mlx5_7:1/IB', '') : message),
    host: 'gpu-02',
  },
  {
    name: 'peer-to-peer turned off',
    rule: 'nvlink-unused',
    job: { hosts: ['gpu-01'] },
    edit: (message) => message.replace('P2P/CUMEM/read', 'SHM/direct/direct'),
    host: 'gpu-01',
  },
  {
    name: 'a small buffer',
    rule: 'buffsize-too-small',
    edit: (message) =>
      message.includes('cudaDriverVersion')
        ? 'NCCL INFO NCCL_BUFFSIZE set by environment to 65536.'
        : message,
  },
  {
    name: 'one process on two cores',
    rule: 'cpu-binding',
    edit: (message, { rank }) =>
      rank === 9 ? message.replace(/^(.*Setting affinity for GPU \d to) .*/, '$1 3') : message,
    host: 'gpu-02',
  },
]

const loudIn = ({ job = {}, beside = [] }: Bundle, edit?: Edit): readonly RuleFinding[] => {
  const flat = (found: readonly RuleFinding[]): readonly RuleFinding[] =>
    found.flatMap((it) => [it, ...flat(it.consequences)])
  const log = logOf(jobLog({ topology: nvSwitch(), ...job, ...(edit ? { edit } : {}) }))
  const { found, notes } = runRules(facts([log, ...beside]), rules)
  expect(notes).toEqual([])
  return flat(found).filter(({ found: { severity } }) => severity === 'error' || severity === 'warning')
}

describe.each(FAULTS)('$name', ({ rule, edit, well, host, ...bundle }) => {
  test('is found, and gone when it is undone', () => {
    expect(loudIn(bundle, well).map((it) => it.rule)).toEqual([])
    const found = loudIn(bundle, edit).filter((it) => it.rule === rule)
    expect(found.length).toBeGreaterThan(0)
    if (host !== undefined) {
      const [first] = found
      expect(JSON.stringify([first?.found.subject, first?.found.values, first?.found.concerns])).toContain(
        host,
      )
    }
    expect(loudIn(bundle, well)).toEqual([])
  })
})
