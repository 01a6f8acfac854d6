/** Logs, topology and graph files, RAS reports, schedules, and what the tools of hosts print, mutated. */
import { mutateSamples, SAMPLES } from './samples.ts'

mutateSamples(SAMPLES.filter((name) => /^(?:host|nccl|rccl-log|msccl|node-pairs)/.test(name)))
