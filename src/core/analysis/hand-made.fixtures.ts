/** Evidence made by hand for tests: benchmarks from a function of the size, matrices from their text. */
import { GiB, MiB } from '../base/units.ts'
import { busFactor, type CollectiveName } from '../collectives/names.ts'
import type { Benchmark, BenchmarkDevice, BenchmarkRow, Measure } from '../evidence/benchmark.ts'
import type { Evidence } from '../evidence/evidence.ts'
import type { HostFact, HostFacts } from '../evidence/host-facts.ts'
import type { Place } from '../evidence/place.ts'
import type { TopoCell, TopoMatrix } from '../evidence/topo-matrix.ts'
import { machineNamed } from '../machine/named.ts'
import { hostLines } from '../parsers/host/host-lines.ts'
import { parsers } from '../parsers/index.ts'
import type { FactOptions, Facts } from './facts.ts'

export const place = (line: number, input = 'all_reduce.txt', text = `line ${line}`): Place => ({
  input,
  line,
  text,
})

/** 8 B, 16 B … 8 GiB, as -b 8 -e 8G -f 2 gives them. */
export const doublings = (from = 8, to = 8 * GiB): number[] => {
  const sizes: number[] = []
  for (let bytes = from; bytes <= to; bytes *= 2) sizes.push(bytes)
  return sizes
}

export interface RunMadeUp extends Partial<Benchmark> {
  readonly ranks?: number
  readonly host?: string
  readonly hosts?: readonly string[]
  readonly gpu?: string
  readonly input?: string
  readonly sizes?: readonly number[]
  /** GB/s by size. */
  readonly busbw?: (bytes: number, index: number) => number
  /** More of each measure. */
  readonly measure?: (bytes: number) => Partial<Measure>
}

/** One complete run; with `hosts` (or `host`) the device lines name them and the GPU. */
export function run(made: RunMadeUp = {}): Benchmark {
  const {
    input = 'all_reduce.txt',
    gpu = 'NVIDIA A100-SXM4-80GB',
    ranks = 8,
    busbw = risingTo(230),
    host,
    hosts = host === undefined ? [] : [host],
    sizes = doublings(),
    measure,
    ...rest
  } = made
  const collective = made.collective ?? ('candidates' in made ? undefined : 'all_reduce')
  return {
    kind: 'benchmark',
    tool: 'nccl-tests',
    ...(collective === undefined ? {} : { collective }),
    candidates: [],
    collectiveFrom: 'named',
    ranks,
    ranksFrom: hosts.length > 0 ? 'devices' : 'ratio',
    devices: devicesOn(hosts, ranks, gpu, input),
    rows: sizes.map((bytes, index) =>
      row(
        bytes,
        busbw(bytes, index),
        ranks,
        collective ?? 'all_reduce',
        place(20 + index, input),
        measure?.(bytes),
      ),
    ),
    parameters: { iterations: 20 },
    environment: {},
    errors: [],
    startedTogether: 0,
    place: place(1, input),
    header: place(19, input),
    complete: true,
    ...rest,
  }
}

export function devicesOn(
  hosts: readonly string[],
  ranks: number,
  name: string,
  input: string,
): BenchmarkDevice[] {
  const each = ranks / Math.max(1, hosts.length)
  return hosts.flatMap((host, at) =>
    Array.from({ length: each }, (_, device) => ({
      rank: at * each + device,
      host,
      device,
      name,
      place: place(2 + at * each + device, input),
    })),
  )
}

function row(
  bytes: number,
  busbw: number,
  ranks: number,
  collective: CollectiveName,
  at: Place,
  more: Partial<Measure> = {},
): BenchmarkRow {
  const algbw = busbw / (busFactor(collective, ranks) || 1)
  const measure = { seconds: bytes / (algbw * 1e9), algbw, busbw, wrong: 0, ...more }
  return { bytes, type: 'float', redop: 'sum', outOfPlace: measure, inPlace: measure, place: at }
}

/** A curve with a latency and a plateau: half of it at `half` bytes, as an A100 box shows at about 10 MiB. */
export const risingTo =
  (plateau: number, half = 10 * MiB) =>
  (bytes: number): number =>
    (plateau * bytes) / (bytes + half)

/** `nvidia-smi topo -m` from its rows: "GPU0 X NV12 PXB". Columns are named by the first row; rows may be cut. */
export function matrix(text: string, host?: string): TopoMatrix {
  const [header = [], ...rows] = text
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
  const lines = new Map(rows.map((cells, index) => [cells[0], { cells: cells.slice(1), line: index + 2 }]))
  return {
    kind: 'topo-matrix',
    ...(host === undefined ? {} : { host }),
    devices: header.map((name) => {
      const line = lines.get(name)
      const text = line && [name, ...line.cells].join(' ')
      return {
        name,
        kind: name.startsWith('GPU') ? 'gpu' : 'nic',
        ...(line ? { place: place(line.line, 'topo.txt', text) } : {}),
      }
    }),
    cells: new Map(
      header.map((name) => {
        const cells = lines.get(name)?.cells ?? []
        return [name, new Map(cells.map((cell, column) => [header[column] ?? '', cellOf(cell)]))]
      }),
    ),
    place: place(1, 'topo.txt'),
  }
}

function cellOf(text: string): TopoCell {
  const links = /^NV(\d+)$/.exec(text)?.[1]
  return links === undefined
    ? { path: text as TopoCell['path'], links: 0 }
    : { path: 'NV', links: Number(links) }
}

/** Eight GPUs behind NVSwitches, each beside two NICs; `links` are those of each GPU. */
export function switched(links: readonly number[], host?: string): TopoMatrix {
  const names = links.map((_, gpu) => `GPU${gpu}`)
  const rows = links.map((own, gpu) =>
    [names[gpu], ...links.map((other, to) => (gpu === to ? 'X' : `NV${Math.min(own, other)}`)), 'PXB'].join(
      ' ',
    ),
  )
  return matrix([[...names, 'NIC0'].join(' '), ...rows].join('\n'), host)
}

/** DGX-1V: pairs have 0, 1 or 2 links, each GPU six. */
export const CUBE_MESH = `
  GPU0 GPU1 GPU2 GPU3 GPU4 GPU5 GPU6 GPU7
  GPU0 X NV1 NV1 NV2 NV2 SYS SYS SYS
  GPU1 NV1 X NV2 NV1 SYS NV2 SYS SYS
  GPU2 NV1 NV2 X NV2 SYS SYS NV1 SYS
  GPU3 NV2 NV1 NV2 X SYS SYS SYS NV1
  GPU4 NV2 SYS SYS SYS X NV1 NV1 NV2
  GPU5 SYS NV2 SYS SYS NV1 X NV2 NV1
  GPU6 SYS SYS NV1 SYS NV1 NV2 X NV2
  GPU7 SYS SYS SYS NV1 NV2 NV1 NV2 X`

export function facts(
  evidence: readonly Evidence[],
  {
    on,
    baseline,
    ...options
  }: FactOptions & { readonly on?: string; readonly baseline?: readonly Facts[] } = {},
): Facts {
  const machine = on === undefined ? undefined : machineNamed(on)
  if (machine && !machine.ok) throw new Error(`no machine ${on}`)
  return {
    evidence: [
      ...(machine ? [{ kind: 'machine', machine: machine.value, from: 'option', places: [] } as const] : []),
      ...evidence,
    ],
    options,
    ...(baseline === undefined ? {} : { baseline }),
  }
}

/** Facts of one host, as one parser gives them. */
export function hostFacts(host: string | undefined, source: string, listed: readonly HostFact[]): HostFacts {
  return {
    kind: 'host-facts',
    ...(host === undefined ? {} : { host }),
    source,
    facts: listed,
    place: place(1, `${source}.txt`),
  }
}

/** "NCCL_PROTO=LL" as `env` shows it. */
export function environment(
  host: string | undefined,
  variables: Readonly<Record<string, string>>,
  from: 'environment' | 'file' | 'command' = 'environment',
): HostFacts {
  const input = from === 'file' ? 'nccl.conf' : 'env.txt'
  return hostFacts(
    host,
    'env',
    Object.entries(variables).map(([name, value], at) => ({
      is: 'setting',
      name,
      value,
      from,
      place: place(at + 1, input, `${name}=${value}`),
    })),
  )
}

const hostFormats = parsers.filter((parser) => parser.kind === 'host')

/** What a host's tools print, read as from a file: `ibstat`, `lspci -vvv` … one after the other. */
export function printed(host: string | undefined, text: string): readonly HostFacts[] {
  const lines = hostLines('host.txt', hostFormats)
  const whole = `${host === undefined ? '' : `root@${host}:~# cat all\n`}${text}`
  for (const [at, line] of whole.split('\n').entries()) lines.line(line, at + 1)
  return hostFormats
    .flatMap(({ id }) => lines.end(id).evidence)
    .filter((evidence): evidence is HostFacts => evidence.kind === 'host-facts')
}
