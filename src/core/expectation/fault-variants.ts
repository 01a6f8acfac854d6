/**
 * What each single fault does to a job: the machine without the part, at the lower rate, or with the setting forced.
 * What halves and thirds stand for: nccl-tests #29, #112 (GPUDirect, ACS), nccl #412 (NICs on the CPU).
 */
import { type Job, jobOf } from '../cost/job.ts'
import { withFabric, withGpuLinks, withNics, withNicsOnCpu, withoutGpuLinks } from '../machine/edits.ts'
import { pcieBandwidth } from '../machine/links.ts'
import type { Machine } from '../machine/machine.ts'
import type { AlgorithmName, FaultId } from './expectation.ts'
import type { Forcing } from './plan.ts'

export interface Variant {
  readonly values: Readonly<Record<string, number>>
  readonly job: Job
  readonly forcing: Forcing
}

/** One kind of fault: the ways it can be there, none where it cannot be. */
export interface FaultKind {
  readonly id: Exclude<FaultId, 'smaller-size'>
  /** On two nodes the default hides it: what a ring would show is looked at too. */
  readonly network?: true
  variants(job: Job, byDefault: AlgorithmName): readonly Variant[]
}

const variant = (job: Job, values: Variant['values'] = {}, forcing: Forcing = {}): Variant => ({
  values,
  job,
  forcing: { ...forcing, published: false },
})

/** The same ranks on a changed machine. */
function on(machine: Machine, { ranks, ranksPerNode }: Job, values?: Variant['values']): readonly Variant[] {
  const job = jobOf(machine, { ranks, ranksPerNode })
  return job.ok ? [variant(job.value, values)] : []
}

const withNicRates = (job: Job, share: number): Job => ({
  ...job,
  nics: job.nics.map((nic) => ({ ...nic, bandwidth: nic.bandwidth * share })),
})

const upTo = (most: number): readonly number[] => Array.from({ length: most }, (_, index) => index + 1)

/** GPUDirect off, or ACS on: every byte crosses the CPU and goes at half the rate. */
const THROUGH_CPU = 0.5
/** NICs of GPUs that hang on the other socket. */
const SOCKETS_OF_NIC = ['PHB', 'SYS'] as const

export const faultKinds: readonly FaultKind[] = [
  {
    id: 'nvlinks-lost',
    variants(job) {
      const [has = 0] = job.facts.gpuLinks
      if (job.nodes > 1 || !job.linked) return []
      return upTo(has - 1).flatMap((left) => on(withGpuLinks(job.machine, 0, left), job, { left, of: has }))
    },
  },
  {
    id: 'nvls-off',
    variants(job, byDefault) {
      if (byDefault !== 'NVLS' && byDefault !== 'NVLSTree') return []
      const gpu = { ...job.facts.gpu, nvls: false }
      return [variant({ ...job, facts: { ...job.facts, gpu } })]
    },
  },
  {
    id: 'p2p-off',
    variants(job) {
      if (job.ranksPerNode === 1 || (!job.linked && !job.facts.gpu.peerToPeer)) return []
      return on(withoutGpuLinks(job.machine), job).map(({ job: slow }) => {
        const gpu = { ...slow.facts.gpu, peerToPeer: false }
        return variant({ ...slow, facts: { ...slow.facts, gpu } })
      })
    },
  },
  {
    id: 'pcie-downtrained',
    variants(job) {
      const slots = [2, 4, 8].map((times) => ({ times, bandwidth: job.facts.pcieBandwidth / times }))
      return slots.flatMap(({ times, bandwidth }) => {
        if (bandwidth < pcieBandwidth('pcie3', 1)) return []
        const values = { times }
        const facts = { ...job.facts, pcieBandwidth: bandwidth }
        if (!job.linked) {
          const insideBandwidth = Math.min(job.insideBandwidth, bandwidth)
          return insideBandwidth < job.insideBandwidth
            ? [variant({ ...job, facts, insideBandwidth }, values)]
            : []
        }
        const nics = job.nics.map((nic) => ({ ...nic, bandwidth: Math.min(nic.bandwidth, bandwidth) }))
        return job.nodes > 1 ? [variant({ ...job, facts, nics }, values)] : []
      })
    },
    network: true,
  },
  {
    id: 'nic-lost',
    network: true,
    variants: (job) =>
      upTo(job.nics.length - 1)
        .slice(1)
        .map((left) => variant({ ...job, nics: job.nics.slice(0, left) }, { left, of: job.nics.length })),
  },
  {
    id: 'one-nic',
    network: true,
    variants: (job) => (job.nics.length < 2 ? [] : on(withNics(job.machine, 1), job)),
  },
  {
    id: 'nic-on-cpu',
    network: true,
    variants(job) {
      if (job.nodes === 1 || job.nics.some(({ path }) => path === 'PHB' || path === 'NODE' || path === 'SYS'))
        return []
      return SOCKETS_OF_NIC.flatMap((path) =>
        on(withNicsOnCpu(job.machine), job, { otherSocket: path === 'SYS' ? 1 : 0 }).map((moved) => ({
          ...moved,
          job: { ...moved.job, nics: moved.job.nics.map((nic) => ({ ...nic, path })) },
        })),
      )
    },
  },
  {
    id: 'gdr-off',
    network: true,
    variants: (job) => (job.nodes === 1 ? [] : [variant(withNicRates(job, THROUGH_CPU))]),
  },
  {
    id: 'tcp',
    network: true,
    variants(job) {
      if (job.nodes === 1 || job.machine.fabric?.kind === 'tcp') return []
      const sockets = withFabric(job.machine, { kind: 'tcp', oversubscription: 1 })
      return [...on(sockets, job), ...on(withNics(sockets, 1), job)]
    },
  },
  {
    id: 'ring-forced',
    variants: (job, byDefault) =>
      byDefault === 'Ring' || byDefault === 'P2P'
        ? []
        : [{ values: {}, job, forcing: { algorithm: 'Ring' } }],
  },
  {
    id: 'll-forced',
    variants: (job, byDefault) => (byDefault === 'P2P' ? [] : [variant(job, {}, { protocol: 'LL' })]),
  },
]
