/** Ranks of the system's MPI, started by mpirun of OpenMPI and of MPICH where they are installed, and which of the two a run tests in full. */
import { spawn } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, expect } from 'vitest'
import { sampled } from '../../sampled.ts'
import { ADDRESSES, LINK } from '../two-hosts.ts'

export const LONG = 300_000
const isRoot = process.getuid?.() === 0

export interface Flavour {
  readonly title: string
  /** How mpirun is called for some ranks of this host, listening to nobody but it. */
  readonly start: (ranks: number) => readonly string[]
  /** The same with a rank on each of two hosts, whose commands `agent` runs in place of ssh. */
  readonly over: {
    readonly start: (agent: string) => readonly string[]
    readonly env: Readonly<Record<string, string>>
  }
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
  over: {
    start: (agent) => [
      mpirun,
      ...['--allow-run-as-root', '--bind-to', 'none', '--mca', 'plm_rsh_agent', agent],
      ...[
        '--mca',
        'btl',
        'tcp,self',
        '--mca',
        'btl_tcp_if_include',
        LINK,
        '--mca',
        'oob_tcp_if_include',
        LINK,
      ],
      ...['--host', ADDRESSES.map((address) => `${address}:1`).join(), '-np', '2'],
    ],
    env: {},
  },
  library: 'libmpi.so.40',
  env: {},
})
const mpich = (mpirun: string): Flavour => ({
  title: 'MPICH',
  start: (ranks) => [mpirun, '-iface', 'lo', '-np', String(ranks)],
  over: {
    start: (agent) => [
      mpirun,
      ...['-launcher', 'ssh', '-launcher-exec', agent, '-iface', LINK],
      ...['-hosts', ADDRESSES.join(), '-ppn', '1', '-np', '2'],
    ],
    env: { UCX_NET_DEVICES: LINK, UCX_TLS: 'tcp,self' },
  },
  library: 'libmpich.so.12',
  env: { UCX_NET_DEVICES: 'lo' },
})

const installed = [...onPath('mpirun.openmpi').map(openMpi), ...onPath('mpirun.mpich').map(mpich)]
export const isInstalled = installed.length > 0
/** All that are installed; without any, tests have one to be skipped by. */
export const flavours: readonly Flavour[] = isInstalled ? installed : [openMpi('mpirun.openmpi')]
/** Of two by turns one, since they go the same way in our code; the other is started and talks. */
export const inFull: readonly Flavour[] = sampled(flavours, { count: 1 }, 'the MPI that is tested in full')

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

export interface Ended {
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
export function run(command: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<Ended> {
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

/** A program of this folder. */
export const programNamed = (name: string): string => fileURLToPath(new URL(name, import.meta.url))

export const node = (program: string, ...args: readonly string[]): readonly string[] => [
  process.execPath,
  programNamed(program),
  ...args,
]

/** The ranks' lines, in order. */
export const lines = ({ output }: Ended): readonly string[] => output.trim().split('\n').sort()

/** Fails with all that was said when the ranks have not ended well. */
export function expectWell(ended: Ended): void {
  expect({ status: ended.status, errors: ended.status === 0 ? '' : ended.output + ended.errors }).toEqual({
    status: 0,
    errors: '',
  })
}
