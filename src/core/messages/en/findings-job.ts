/** English: findings about the processes of a job, from NCCL's log and PyTorch's watchdog. */
import type { Print } from '../../base/print.ts'
import type { FindingTexts } from '../findings.ts'
import type { Call, JobFindings, OddCall } from '../findings-job.ts'

export const jobFindings: Pick<FindingTexts, keyof JobFindings> = {
  'version-mismatch': {
    title: ({ of, usual, others }) =>
      others.length === 0
        ? 'NCCL finds ranks with another version of itself'
        : `${others
            .map(({ host, version }) => `${host} runs ${NAME[of]} ${version}`)
            .slice(0, 3)
            .join(', ')}; most hosts ${usual}`,
    cause: ({ of }) => `hosts run different versions of ${NAME[of]}`,
    detail: ({ of, usualHosts }, print) =>
      of === 'library'
        ? `Ranks of one communicator must choose alike; versions differ in what they choose and in what they send. ${usualHosts > 0 ? `${print.count(usualHosts)} ${usualHosts === 1 ? 'host has' : 'hosts have'} the usual one. ` : ''}Another image, another LD_LIBRARY_PATH, or an NCCL that PyTorch brings along does this.`
        : 'By itself no fault: NCCL works across drivers. It is one thing to even out when hosts behave differently.',
    actions: ({ of }) =>
      of === 'library'
        ? [
            'The same image on all hosts; LD_LIBRARY_PATH and LD_PRELOAD equal for all ranks',
            'NCCL_DEBUG=VERSION on all ranks; pip list | grep nvidia-nccl on each host',
          ]
        : ['nvidia-smi --query-gpu=driver_version --format=csv on all hosts'],
    verify: () => 'All ranks log the same version',
  },
  'cpu-binding': {
    title: ({ host, gpu, cores, others }, print) =>
      `The process of GPU ${gpu}${host === undefined ? '' : ` on ${host}`} may use ${print.count(cores)} CPU ${cores === 1 ? 'core' : 'cores'}${others === undefined ? '' : `, elsewhere ${print.count(others)}`}`,
    cause: ({ cores }, print) => `processes are bound to ${print.count(cores)} CPU cores`,
    detail: ({ mask, gpus }, print) =>
      `NCCL logs the cores that are near the GPU and that the launcher allows: ${mask}.${gpus > 1 ? ` ${print.count(gpus)} GPUs of the host are bound so.` : ''} Its network threads, the training loop and the data loaders share them; a thread that waits for a core delays every step of a ring.`,
    actions: () => [
      'srun --cpus-per-task=N --cpu-bind=cores (or none); mpirun --bind-to none',
      'Kubernetes: more CPUs in requests and limits; cat /proc/self/status | grep Cpus_allowed_list',
      'NCCL_IGNORE_CPU_AFFINITY=1 where the launcher’s mask is right and NCCL’s is not',
    ],
    verify: () => 'NCCL_DEBUG=INFO ... 2>&1 | grep "Setting affinity" shows all cores near the GPU',
  },
  'collective-mismatch': {
    title: ({ odd, usual, call }) =>
      usual === undefined
        ? `Ranks call different collectives at call ${call}: ${odd
            .slice(0, 2)
            .map((one) => `${who(one)} ${what(one)}`)
            .join(', ')}`
        : `${odd.slice(0, 2).map(who).join(' and ')} ${odd.length === 1 ? 'calls' : 'call'} ${odd[0] ? what(odd[0]) : ''} where the others call ${what(usual)}`,
    cause: ({ odd }) => `${odd[0] ? who(odd[0]) : 'a rank'} calls another collective than the rest`,
    detail: ({ call, ranks, usualRanks, by, odd }, print) =>
      `Call ${call} of a communicator of ${print.count(ranks)} ranks${usualRanks === undefined ? '' : `: ${print.count(usualRanks)} agree, ${print.count(odd.length)} ${odd.length === 1 ? 'does' : 'do'} not`}, ${by === 'calls' ? 'by the calls that NCCL logs' : 'by what PyTorch’s watchdog names'}. Every rank must call the same collectives in the same order with the same sizes; where they do not, all wait for ever, or data is mixed up. That is in the application: a branch that only some ranks take, uneven batches, a parameter that is unused on one rank.`,
    actions: () => [
      'TORCH_DISTRIBUTED_DEBUG=DETAIL names the call on each rank; TORCH_NCCL_TRACE_BUFFER_SIZE=2000 with TORCH_NCCL_DUMP_ON_TIMEOUT=1 keeps the last ones',
      'Look for conditions on rank, for skipped batches, for find_unused_parameters',
    ],
    verify: () => 'NCCL_DEBUG_SUBSYS=COLL: the same opCount shows the same call on every rank',
  },
  hang: {
    title: ({ by, operation, behind, silent, seconds, why, hosts }, print) =>
      by === 'setup'
        ? `The setup of a communicator began and does not end in this log${silent.length > 0 ? `; no line from ${ranksOf(silent, print)}` : ''}`
        : by === 'ras'
          ? why === 'unknown'
            ? `${capital(ranksOf(silent, print))}${on(hosts)} ${silent.length === 1 ? 'does' : 'do'} not answer`
            : `${capital(ranksOf(behind, print))}${on(hosts)} ${behind.length === 1 ? 'is' : 'are'} behind the others${operation === '' ? '' : ` in ${operation}`}`
          : `${operation} did not end within ${print.duration(seconds)}${behind.length > 0 ? `; ${ranksOf(behind, print)} ${behind.length === 1 ? 'is' : 'are'} behind the others` : silent.length > 0 ? `; ${ranksOf(silent, print)} ${silent.length === 1 ? 'says' : 'say'} nothing` : ''}`,
    cause: ({ operation, behind, silent }, print) =>
      behind.length > 0
        ? `${ranksOf(behind, print)} did not reach ${operation}`
        : silent.length > 0
          ? `${ranksOf(silent, print)} ${silent.length === 1 ? 'says' : 'say'} nothing`
          : `${operation} did not end`,
    detail: ({ by, sequence, waiting, why, group, behind, silent, repeated }, print) =>
      by === 'setup'
        ? `${print.count(waiting)} ranks log "Init START", none "Init COMPLETE". The log may simply end there; if the job still runs, a rank has not started or cannot reach the others (firewall, NCCL_SOCKET_IFNAME).`
        : by === 'ras'
          ? silent.length > 0
            ? `NCCL’s RAS gets no answer from them${repeated ? ' and has given them up: their processes have ended or hang in the kernel' : ' yet: they may be stopped, or busy for a while'}. All others wait for them.`
            : repeated
              ? `Two queries of NCCL’s RAS show the same counts (operation ${sequence}): nothing moves. The ${print.count(waiting)} ranks that are ahead wait; those behind are where to look.`
              : `One query of NCCL’s RAS shows them at operation ${sequence}, behind ${print.count(waiting)} others. Ranks are never quite in step: it is a fault only where a second query, some seconds later, shows the same counts.`
          : `PyTorch’s watchdog stopped ${print.count(waiting)} ${waiting === 1 ? 'rank' : 'ranks'}${sequence === undefined ? '' : ` at work ${sequence}`}${group === undefined ? '' : ` of process group ${group}`}. ${
              behind.length === 0
                ? 'All that report stand at the same call: they wait for a rank that does not report, or for the network.'
                : why === 'enqueued'
                  ? 'The ranks behind have enqueued less than the rest: they never called it (stuck in a data loader, a checkpoint, another branch), and the others wait for them.'
                  : 'The ranks behind have completed less than the rest.'
            } A rank that waits is not to blame.`,
    actions: ({ behind, silent }) => [
      behind.length + silent.length > 0
        ? `py-spy dump --pid PID of rank ${[...behind, ...silent][0]}: where does it stand?`
        : 'py-spy dump --pid PID on each host: which rank stands elsewhere?',
      'TORCH_NCCL_TRACE_BUFFER_SIZE=2000 TORCH_NCCL_DUMP_ON_TIMEOUT=1: the last calls of each rank; NCCL 2.24 and later: ncclras -v',
      'dmesg | grep -i xid on that host; NCCL_DEBUG=WARN for errors of the network before it',
    ],
    verify: () => 'The job passes the point; with TORCH_DISTRIBUTED_DEBUG=DETAIL no rank is named',
  },
}

const NAME = { library: 'NCCL', driver: 'the CUDA driver' } as const

const what = ({ collective, count }: Call): string =>
  count === undefined ? collective : `${collective} of ${count} elements`

function who({ host, rank, gpu }: OddCall): string {
  const name = rank !== undefined ? `rank ${rank}` : gpu !== undefined ? `GPU ${gpu}` : 'a rank'
  return host === undefined ? name : `${name} on ${host}`
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

const on = (hosts: readonly string[]): string =>
  hosts.length === 0 || hosts.length > 3 ? '' : ` on ${hosts.join(', ')}`

function ranksOf(ranks: readonly number[], print: Print): string {
  if (ranks.length === 1) return `rank ${ranks[0]}`
  return ranks.length > 6
    ? `${print.count(ranks.length)} ranks (${ranks.slice(0, 4).join(', ')}, …)`
    : `ranks ${ranks.join(', ')}`
}
