/** English: findings about GPUs of a host. */
import type { FindingTexts } from '../findings.ts'
import type { GpuFindings } from '../findings-gpu.ts'

export const gpuFindings: Pick<FindingTexts, keyof GpuFindings> = {
  'nvlink-down': {
    title: ({ gpu, down, active, of, host, all }, print) =>
      all
        ? `No NVLink is active on any GPU${on(host)}`
        : `GPU${gpu}${on(host)} has ${print.count(active)} of ${print.count(of)} NVLinks: ${plural(down.length, 'link')} ${down.join(', ')} inactive`,
    cause: ({ gpu, down, of, all }, print) =>
      all
        ? 'no NVLink is active'
        : `GPU${gpu} has lost ${print.count(down.length)} of its ${print.count(of)} NVLinks`,
    detail: ({ name, siblings, all }, print) =>
      all
        ? `${name} has no other way to its siblings but PCIe. Most often the fabric manager does not run, or its version is not the driver's.`
        : `${print.count(siblings)} other ${name} ${siblings === 1 ? 'has' : 'have'} all of these links active. Every ring passes through every GPU, so all run at the pace of the one with the fewest links.`,
    actions: ({ gpu, host, all }) =>
      all
        ? [
            'systemctl status nvidia-fabricmanager; its version must be that of the driver',
            'nvidia-smi -q | grep -A2 Fabric: State and Status',
          ]
        : [
            `nvidia-smi nvlink -e -i ${gpu}; dmesg | grep -i xid: Xid 74 is an NVLink error`,
            `Reset the GPU (nvidia-smi --gpu-reset -i ${gpu}) or restart the host; still down: drain ${host ?? 'the host'} and have it repaired`,
          ],
    verify: ({ of }, print) => `nvidia-smi nvlink -s shows ${print.count(of)} active links for every GPU`,
  },
  'gpu-throttled': {
    title: ({ gpu, why, clockMhz, usualMhz, celsius, limitWatts, usualWatts, host }, print) =>
      why === 'power-limit'
        ? `GPU${gpu}${on(host)} may draw ${print.number(limitWatts ?? 0)} W, its siblings ${print.number(usualWatts ?? 0)} W`
        : `GPU${gpu}${on(host)} ${HELD_BACK[why]}${celsius === undefined ? '' : ` at ${print.number(celsius)} C`}${clockMhz === undefined || usualMhz === undefined ? '' : `: ${print.number(clockMhz)} of ${print.number(usualMhz)} MHz`}`,
    cause: ({ gpu, why }) =>
      `GPU${gpu} ${why === 'power-limit' ? 'has a lower power limit' : HELD_BACK[why]}`,
    detail: ({ why }) =>
      why === 'slower'
        ? 'Under load its clock lies below the median of its siblings. Every collective waits for the slowest GPU: the others show 100 % utilisation while they wait.'
        : why === 'power-limit'
          ? 'With a lower limit it is slower under load, and every collective waits for the slowest GPU.'
          : 'The hardware lowers the clock by itself. Every collective waits for the slowest GPU: the others show 100 % utilisation while they wait.',
    actions: ({ gpu, why, usualWatts, host }, print) =>
      why === 'power-limit'
        ? [`nvidia-smi -i ${gpu} -pl ${print.number(usualWatts ?? 0)}, as root, or find out who lowered it`]
        : [
            `nvidia-smi -q -i ${gpu} -d PERFORMANCE,CLOCK,POWER,TEMPERATURE while the job runs`,
            why === 'power-brake'
              ? 'Power supplies and their cables of this host; the power cap of the rack'
              : `Fans, air flow and inlet temperature of ${host ?? 'this host'}; heat sink of the GPU`,
          ],
    verify: () => 'nvidia-smi dmon -s pucv under load: the same clocks on all GPUs, no violations',
  },
  'busy-waiting': {
    title: ({ waiting, watts, ofWatts, by, host }, print) =>
      `${gpuNames(waiting)}${on(host)} ${waiting.length === 1 ? 'looks' : 'look'} busy but ${waiting.length === 1 ? 'draws' : 'draw'} ${print.number(watts)} W (${by === 'limit' ? 'limit' : 'busiest sibling'}: ${print.number(ofWatts)} W): waiting`,
    detail: ({ computing, idle }) =>
      `Full utilisation only says that a kernel runs. With so little power it is most often a collective’s kernel that waits for another rank; kernels that need little power look the same. The GPUs that wait are not at fault. ${computing.length > 0 ? `Meanwhile ${gpuNames(computing)} ${computing.length === 1 ? 'computes' : 'compute'}: if they are of the same job, the others wait for them.` : idle.length > 0 ? `${gpuNames(idle)} ${idle.length === 1 ? 'does' : 'do'} nothing: late, or no part of the job.` : 'All that were sampled wait: what is late is on another host, or it is the network.'}`,
    actions: ({ computing, idle }) => [
      `py-spy dump --pid PID for the process of ${gpuNames([...computing, ...idle]) || 'a GPU of another host that does not wait'}: where is it?`,
      'nvidia-smi dmon -s pucv on all hosts at the same time: look for the GPU that does not wait',
    ],
    verify: () => 'nvidia-smi dmon -s pucv: all GPUs draw about the same power',
  },
  'nvlink-errors': {
    title: ({ counters, xids, host, ...gpu }, print) =>
      xids.length > 0
        ? `The kernel logged NVLink errors of ${nameOf(gpu)}${on(host)}: Xid ${xids.join(', ')}`
        : `NVLink ${counters[0]?.link ?? 0} of ${nameOf(gpu)}${on(host)} counts ${print.count(counters[0]?.count ?? 0)} ${counters[0]?.what ?? ''} errors`,
    cause: (gpu) => `NVLinks of ${nameOf(gpu)} have errors`,
    detail: ({ counters, usual, others, xids }, print) =>
      [
        ...(counters.length === 0
          ? []
          : [
              `${counters
                .slice(0, 4)
                .map(
                  ({ link, what, count, grown }) =>
                    `Link ${link}: ${print.count(count)} ${what}${grown === undefined ? '' : ` (${print.count(grown)} more than in the listing before)`}`,
                )
                .join(
                  '; ',
                )}. ${others === 1 ? 'The other link' : `The middle of ${print.count(others)} other links`}: ${print.count(usual)}.`,
              'A replay sends a packet again, a recovery trains the link anew: the data stays right, but every collective waits meanwhile. Counters run since the driver was loaded.',
            ]),
        ...(xids.length === 0
          ? []
          : [
              'A link that the kernel logs so reported an error itself; a fatal one ends the job that uses it, and the link stays down until the GPU is reset.',
            ]),
      ].join(' '),
    actions: ({ host, ...gpu }) => [
      `nvidia-smi nvlink -e -i ${pick(gpu)}, before and after a run: which counters grow?`,
      `nvidia-smi nvlink -s -i ${pick(gpu)}: are all links active?`,
      `Counters that grow: reset the GPU without jobs (nvidia-smi --gpu-reset -i ${pick(gpu)}); again: drain ${host ?? 'the host'} and have it repaired`,
    ],
    verify: () => 'Two listings of nvidia-smi nvlink -e around a run show the same counters',
  },
  'gpu-error': {
    title: ({ gpus, why, xids, uncorrected, back, host }, print) =>
      `${names(gpus)}${on(host)} ${back ? 'had fallen off the bus, and is back' : ERROR[why].title}${xids.length > 0 ? ` (Xid ${codes(xids)})` : uncorrected > 0 ? `: ${print.count(uncorrected)} uncorrected since the driver was loaded` : ''}`,
    cause: ({ gpus, why }) => `${names(gpus)} ${ERROR[why].title}`,
    detail: ({ why, xids }, print) =>
      `${ERROR[why].detail}${xids.some(({ times }) => times > 1) ? ` Lines: ${xids.map(({ code, times }) => `Xid ${code} ${print.count(times)}`).join(', ')}.` : ''}`,
    actions: ({ gpus, why, host }) => [
      ...ERROR[why].actions,
      ...(why === 'application' || why === 'remapped' || why === 'other'
        ? []
        : [`Drain ${host ?? 'the host'} until it is done; again on ${names(gpus)}: have the GPU exchanged`]),
    ],
    verify: () => 'dmesg -T | grep -i xid: no new lines; nvidia-smi -q -d ECC,ROW_REMAPPER in order',
  },
}

const on = (host: string | undefined): string => (host === undefined ? '' : ` on ${host}`)
const plural = (count: number, word: string): string => (count === 1 ? word : `${word}s`)

const HELD_BACK = {
  thermal: 'is held back by heat',
  'power-brake': 'is held back by its power supply',
  'power-cap': 'is held back by its power limit',
  hardware: 'is held back by its hardware',
  slower: 'is slower than its siblings under load',
} as const

const gpuNames = (gpus: readonly number[]): string => gpus.map((gpu) => `GPU${gpu}`).join(', ')

const nameOf = ({ gpu, seat }: { readonly gpu?: number; readonly seat?: string }): string =>
  gpu === undefined ? `the GPU at ${seat ?? '?'}` : `GPU${gpu}`
/** As nvidia-smi -i takes it. */
const pick = ({ gpu, seat }: { readonly gpu?: number; readonly seat?: string }): string =>
  gpu === undefined ? `${seat}.0` : `${gpu}`
const names = (gpus: GpuFindings['gpu-error']['gpus']): string => gpus.map(nameOf).join(', ')
const codes = (xids: GpuFindings['gpu-error']['xids']): string => xids.map(({ code }) => code).join(', ')

const ERROR: Readonly<
  Record<
    GpuFindings['gpu-error']['why'],
    { readonly title: string; readonly detail: string; readonly actions: readonly string[] }
  >
> = {
  'off-the-bus': {
    title: 'fell off the bus: the host no longer reaches it',
    detail:
      'The process on it ends or hangs, and all ranks of the job with it. Power, heat, the slot or the GPU itself.',
    actions: ['Restart the host (a reset is seldom enough); nvidia-smi -L: are all GPUs there?'],
  },
  'remap-failed': {
    title: 'could not replace a bad row of its memory',
    detail: 'No spare row is left where it is needed: the error will come again.',
    actions: ['nvidia-smi -q -d ROW_REMAPPER,ECC: Remapping Failure Occurred'],
  },
  memory: {
    title: 'had uncorrectable memory errors',
    detail:
      'Such an error ends the process that used the memory; the other ranks then hang or report that it left. After a reset the row is replaced, and the GPU is as good as before.',
    actions: ['nvidia-smi -q -d ECC,ROW_REMAPPER; where a row is pending, reset the GPU without jobs'],
  },
  firmware: {
    title: 'has firmware that stopped answering',
    detail:
      'The GPU’s own processor (GSP) or a controller did not answer the driver: commands wait, and the collective with them.',
    actions: ['Reset the GPU without jobs, or restart the host; again: another driver version'],
  },
  remapped: {
    title: 'will replace a bad row of its memory at the next reset',
    detail: 'The repair is under way. Until then jobs run as before: no loss of bandwidth follows from it.',
    actions: ['Reset the GPU when no job runs'],
  },
  other: {
    title: 'reported an error to the kernel',
    detail: 'What it means for communication is not known here.',
    actions: ['Look the number up in NVIDIA’s Xid catalogue'],
  },
  application: {
    title: 'reported errors that applications cause most often',
    detail:
      'A kernel that reads outside of its memory, or a process that was ended: most often the program, and often only the consequence of another failure.',
    actions: ['Which process was it (pid= in the line)? compute-sanitizer for the kernel in question'],
  },
}
