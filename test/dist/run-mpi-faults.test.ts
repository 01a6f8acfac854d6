/** Ranks of MPI of which one does something else: what the others are told, how soon all end, and what is left. */
import { describe, expect, test } from 'vitest'
import { leftBehind, processesWith } from './run-mpi/left-behind.ts'
import { expectWell, inFull, isInstalled, node, programNamed, run } from './run-mpi/mpirun.ts'

describe.skipIf(!isInstalled).each(inFull)('$title', ({ start, env }) => {
  const TIMEOUT = '3'
  const fault = (what: string, algorithm: string) =>
    run([...start(3), ...node('faults.mjs', what, algorithm, TIMEOUT)], env)

  test.each(['ring', 'mpi'])('another call at one rank is named: %s', async (algorithm) => {
    const { output, status } = await fault('mismatch', algorithm)
    expect(status).not.toBe(0)
    expect(output).toMatch(
      /mismatch: rank \d called (all_reduce|broadcast)\(f32.*called (all_reduce|broadcast)\(f32/,
    )
  })

  test.each(['ring', 'mpi'])('a rank that stands still is named: %s', async (algorithm) => {
    const { output, status, seconds } = await fault('stall', algorithm)
    expect(status).not.toBe(0)
    expect(output).toMatch(
      /rank [02] timeout: rank [02] waited [\d.]+ s for rank \d to send .*all_reduce by (ring|mpi), step/,
    )
    expect(seconds).toBeLessThan(40)
  })

  test('a blocking routine that does not return ends the process, in words', async () => {
    const { errors, status, seconds } = await fault('stall-sync', 'mpi')
    expect(status).not.toBe(0)
    expect(errors).toMatch(
      /ringscope: rank [02] waited [\d.]+ s for other ranks in collective 1 \(all_reduce by mpi\)/,
    )
    expect(seconds).toBeLessThan(40)
  })

  test('Sync at one rank and a Promise at others ends all in time, and says so', async () => {
    const { output, errors, status, seconds } = await fault('mixed', 'mpi')
    expect(status).not.toBe(0)
    expect(output).not.toContain('is done')
    // Whichever is the first; mpirun then ends the others.
    expect(output + errors).toMatch(
      /rank [02] timeout: .*all_reduce by mpi, step.* this also happens if .*\(here: Promise\)|ringscope: rank 1 waited .*all_reduce by mpi.* this also happens if .*\(here: Sync\)/,
    )
    expect(seconds).toBeLessThan(40)
  })

  test('so does a root that went ahead by Sync while others wait by Promise', async () => {
    const { output, status, seconds } = await fault('ahead', 'mpi')
    expect(status).not.toBe(0)
    expect(output).not.toContain('is done')
    expect(output).toMatch(
      /rank [02] (mismatch|timeout): .*broadcast.* this also happens if .*\(here: Promise\)/,
    )
    expect(seconds).toBeLessThan(40)
  })

  // MPI gives no rank the chance to say who was killed: mpirun ends them all at once, and says it itself.
  test.each(['ring', 'mpi'])('a killed rank ends the others, and nothing is left: %s', async (algorithm) => {
    const { output, status } = await fault('kill', algorithm)
    expect(status).not.toBe(0)
    expect(output).not.toContain('is done')
    expect(output).toContain('rank 1 is process')
    expect(processesWith(programNamed('faults.mjs'), 'kill', algorithm)).toEqual([])
    expect(await leftBehind()).toEqual([])
  })

  test('a program that throws ends all ranks and says why', async () => {
    const { output, status } = await fault('throw', 'ring')
    expect(status).not.toBe(0)
    expect(output).toContain('rank 1 rank-failed: rank 1 failed: Error: the program of rank 1 is wrong')
  })

  test('ranks that come late are waited for', async () => {
    const ended = await fault('late', 'mpi')
    expectWell(ended)
    expect(ended.output.match(/is done/g)).toHaveLength(3)
  })
})
