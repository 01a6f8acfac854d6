/** Ranks of the system's MPI, started by mpirun of OpenMPI and of MPICH where they are installed. */
import { execFileSync, spawn } from 'node:child_process'
import { accessSync, chmodSync, constants, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, describe, expect, test } from 'vitest'

const programs = fileURLToPath(new URL('run-mpi/', import.meta.url))
const LONG = 300_000
const isRoot = process.getuid?.() === 0

interface Flavour {
  readonly title: string
  /** How mpirun is called for some ranks of this host, listening to nobody but it. */
  readonly start: (ranks: number) => readonly string[]
  readonly library: string
  readonly env: Readonly<Record<string, string>>
}

/** As many ranks as there are cores or more, not bound to any. */
const openMpi = (mpirun: string): Flavour => ({
  title: 'OpenMPI',
  start: (ranks) => [
    mpirun,
    ...(isRoot ? ['--allow-run-as-root'] : []),
    ...['--oversubscribe', '--bind-to', 'none', '--mca', 'oob_tcp_if_include', 'lo'],
    ...['--mca', 'btl', 'vader,self', '-np', String(ranks)],
  ],
  library: 'libmpi.so.40',
  env: {},
})
const mpich = (mpirun: string): Flavour => ({
  title: 'MPICH',
  start: (ranks) => [mpirun, '-iface', 'lo', '-np', String(ranks)],
  library: 'libmpich.so.12',
  env: { UCX_NET_DEVICES: 'lo' },
})

const flavours: readonly Flavour[] = [
  ...onPath('mpirun.openmpi').map(openMpi),
  ...onPath('mpirun.mpich').map(mpich),
]
const [anyMpi] = flavours

function onPath(command: string): readonly string[] {
  const places = (process.env.PATH ?? '').split(':').map((folder) => join(folder, command))
  const found = places.find((place) => {
    try {
      accessSync(place, constants.X_OK)
      return true
    } catch {
      return false
    }
  })
  return found === undefined ? [] : [found]
}

interface Ended {
  readonly status: number | null
  readonly output: string
  readonly errors: string
  readonly seconds: number
}

const running = new Set<number>()
afterEach(() => {
  for (const group of running) process.kill(-group, 'SIGKILL')
})

/** In a process group of its own, so that nothing is left of it whatever happens. */
function run(command: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<Ended> {
  const [file = '', ...rest] = command
  const start = performance.now()
  const child = spawn(file, rest, {
    env: { ...clean(process.env), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  })
  const group = child.pid
  if (group !== undefined) running.add(group)
  let output = ''
  let errors = ''
  child.stdout.on('data', (data) => {
    output += data
  })
  child.stderr.on('data', (data) => {
    errors += data
  })
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (status) => {
      if (group !== undefined) running.delete(group)
      resolve({ status, output, errors, seconds: (performance.now() - start) / 1000 })
    })
  })
}

const clean = (env: NodeJS.ProcessEnv): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(env).filter(([name]) => !/^(OMPI|PMI|SLURM_|RINGSCOPE_MPI)/.test(name)))

const node = (program: string, ...args: readonly string[]) => [process.execPath, join(programs, program), ...args]

/** The ranks' lines, in order. */
const lines = ({ output }: Ended): readonly string[] => output.trim().split('\n').sort()

/** Fails with all that was said when the ranks have not ended well. */
function expectWell(ended: Ended): void {
  expect({ status: ended.status, errors: ended.status === 0 ? '' : ended.output + ended.errors }).toEqual({
    status: 0,
    errors: '',
  })
}

const sharedFiles = (): readonly string[] => readdirSync('/dev/shm').filter((name) => /vader|ompi|mpich|ucx/i.test(name))

/** Processes whose command line has all of `words`. */
const processesWith = (...words: readonly string[]): readonly string[] =>
  readdirSync('/proc').filter((entry) => {
    if (!/^\d+$/.test(entry)) return false
    try {
      const line = readFileSync(`/proc/${entry}/cmdline`, 'latin1').split('\0')
      return words.every((word) => line.includes(word))
    } catch {
      return false
    }
  })

describe.skipIf(!anyMpi)('mpi', () => {
  describe.each(flavours)('$title', ({ start, env, library }) => {
    test.each([2, 3, 4])(
      '%i ranks exchange messages whole, once and in order, and leave nothing',
      async (ranks) => {
        const before = sharedFiles()
        const ended = await run([...start(ranks), ...node('messages.mjs')], env)
        expectWell(ended)
        expect(lines(ended)).toEqual(Array.from({ length: ranks }, (_, rank) => `rank ${rank}: ok`))
        expect(sharedFiles()).toEqual(before)
      },
      LONG,
    )

    test(
      'MPI’s own collectives give what they promise: all types and operations, in place and not',
      async () => {
        const ended = await run([...start(3), ...node('collectives.mjs', 'native')], env)
        expectWell(ended)
        expect(lines(ended)).toEqual([0, 1, 2].map((rank) => expect.stringMatching(`^rank ${rank}: 1[0-9]{3} cases$`)))
      },
      LONG,
    )

    test.each([2, 4])(
      'every schedule on %i ranks gives what it promises',
      async (ranks) => {
        const ended = await run([...start(ranks), ...node('collectives.mjs', 'schedules')], env)
        expectWell(ended)
        expect(lines(ended)).toHaveLength(ranks)
        expect(lines(ended)[0]).toMatch(/^rank 0: [0-9]{3} cases$/)
      },
      LONG,
    )

    test('a program joins the ranks that mpirun has started', async () => {
      const ended = await run([...start(3), ...node('join.mjs', '3')], env)
      expectWell(ended)
      expect(lines(ended)).toEqual([0, 1, 2].map((rank) => expect.stringMatching(`^rank ${rank} of 3, [0-9]+ bytes$`)))
    })

    test('another number of ranks than mpirun has started is refused', async () => {
      const { output, status } = await run([...start(2), ...node('join.mjs', '3')], env)
      expect(status).toBe(4)
      expect(output).toContain('mpi-not-launched: 3 MPI ranks were asked for')
    })

    test('the library of another MPI than the launcher’s is found out', async () => {
      const other = flavours.find((its) => its.library !== library)
      if (!other) return
      const its = { ...env, RINGSCOPE_MPI_LIBRARY: other.library }
      const { output, status } = await run([...start(2), ...node('join.mjs')], its)
      expect(status).toBe(4)
      expect(output).toMatch(/mpi-other-launcher: mpirun \(\w+\) started 2 ranks, but .*MPI.* sees 1/)
    })

    describe('faults', () => {
      const TIMEOUT = '3'
      const fault = (what: string, algorithm: string) =>
        run([...start(3), ...node('faults.mjs', what, algorithm, TIMEOUT)], env)

      test.each(['ring', 'mpi'])('another call at one rank is named: %s', async (algorithm) => {
        const { output, status } = await fault('mismatch', algorithm)
        expect(status).not.toBe(0)
        expect(output).toMatch(/mismatch: rank \d called (all_reduce|broadcast)\(f32.*called (all_reduce|broadcast)\(f32/)
      })

      test.each(['ring', 'mpi'])('a rank that stands still is named: %s', async (algorithm) => {
        const { output, status, seconds } = await fault('stall', algorithm)
        expect(status).not.toBe(0)
        expect(output).toMatch(/rank [02] timeout: rank [02] waited [\d.]+ s for rank \d to send .*all_reduce by (ring|mpi), step/)
        expect(seconds).toBeLessThan(40)
      })

      test('a blocking routine that does not return ends the process, in words', async () => {
        const { errors, status, seconds } = await fault('stall-sync', 'mpi')
        expect(status).not.toBe(0)
        expect(errors).toMatch(/ringscope: rank [02] waited [\d.]+ s for other ranks in collective 1 \(all_reduce by mpi\)/)
        expect(seconds).toBeLessThan(40)
      })

      // MPI gives no rank the chance to say who was killed: mpirun ends them all at once, and says it itself.
      test.each(['ring', 'mpi'])('a killed rank ends the others, and nothing is left: %s', async (algorithm) => {
        const before = sharedFiles()
        const { output, status } = await fault('kill', algorithm)
        expect(status).not.toBe(0)
        expect(output).not.toContain('is done')
        expect(output).toContain('rank 1 is process')
        expect(processesWith(join(programs, 'faults.mjs'), 'kill', algorithm)).toEqual([])
        expect(sharedFiles()).toEqual(before)
      })

      test('a program that throws ends all ranks and says why', async () => {
        const { output, status } = await fault('throw', 'ring')
        expect(status).not.toBe(0)
        expect(output).toContain('rank 1 Error: the program of rank 1 is wrong')
      })

      test('ranks that come late are waited for', async () => {
        const ended = await fault('late', 'mpi')
        expectWell(ended)
        expect(ended.output.match(/is done/g)).toHaveLength(3)
      })
    })
  })

  test('without a launcher the world is one rank', async () => {
    const ended = await run(node('join.mjs'))
    expectWell(ended)
    expect(ended.output).toBe('rank 0 of 1, 0 bytes\n')
  })

  test('without a launcher more ranks are an error that says how to start', async () => {
    const { output, status } = await run(node('join.mjs', '4'))
    expect(status).toBe(4)
    expect(output).toContain('mpirun -np 4 ringscope perf')
  })

  test.each(['/nowhere/libmpi.so', 'libc.so.6'])('%s is no MPI library', async (file) => {
    const { output, status } = await run(node('join.mjs'), { RINGSCOPE_MPI_LIBRARY: file })
    expect(status).toBe(4)
    expect(output).toContain(`mpi-not-found: no MPI library could be loaded`)
    expect(output).toContain(`tried ${file}: `)
  })
})
