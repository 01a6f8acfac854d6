/** Tables of benchmarks, mutated. */
import { mutateSamples, SAMPLES } from './samples.ts'

const isTable = (name: string): boolean => !/^(?:host|nccl|rccl-log|msccl|node-pairs)/.test(name)

mutateSamples(SAMPLES.filter(isTable))
