/**
 * Several ranks of a run sit on one GPU (the list of devices names its bus id for each): they take turns on it. NCCL refuses
 * that in one communicator by default ("Duplicate GPU detected"); what was started so is no measure of the links.
 */
import { sharedGpus } from '../../analysis/shared-gpus.ts'
import { type Found, rule } from '../rule.ts'

export interface GpuSharedByRanksValues {
  readonly host: string
  readonly ranks: number
  readonly gpus: number
  /** Of one GPU, by its bus id. */
  readonly busId: string
  readonly together: readonly number[]
}

export const gpuSharedByRanks = rule({
  id: 'gpu-shared-by-ranks',
  needs: ['benchmark'],
  sources: ['NCCL src/init.cc, Duplicate GPU detected'],
  check: (facts): readonly Found<GpuSharedByRanksValues>[] =>
    sharedGpus(facts).flatMap(({ benchmark, shared: [first], gpus }) => {
      const [device] = first ?? []
      if (!first || !device) return []
      return [
        {
          severity: 'warning',
          confidence: 'certain',
          values: {
            host: device.host,
            ranks: benchmark.devices.length,
            gpus,
            busId: device.busId ?? '',
            together: first.map(({ rank }) => rank),
          },
          evidence: first.slice(0, 2).map(({ place }) => place),
        },
      ]
    }),
})
