/** English: the command line. */
import type { CliTexts, ProblemValues } from '../cli.ts'
import { lineOf, scheduleFaultText } from '../schedule-fault.ts'
import { counted, either } from './phrases/words.ts'
import { scheduleFile } from './schedule-file.ts'

/** ":27" */
const place = (line: number | undefined): string => (line === undefined ? '' : `:${line}`)

const WANTED: Readonly<Record<ProblemValues['value-unreadable']['wanted'], string>> = {
  bytes: 'a size such as 512M, 8G (binary, as in nccl-tests), 8GB or 8GiB',
  sizes: 'sizes such as 1M,64M,1G, or a range such as 1M-16G (doubling)',
  duration: 'a duration with its unit, such as 12.4ms or 120us',
  count: 'a number such as 8, 25.6M or 70B',
  measured:
    'a rate such as 310GB/s or 200Gb/s (GB/s if no unit is given), or a time such as 12.4ms with --size 1G',
  share: 'a share between 0 and 1, such as 0.5',
  whole: 'a whole number of 1 or more',
  number: 'a whole number of 0 or more',
  factor: 'a number greater than 1, such as 2',
  root: 'the number of a rank: 0, 1 …, or -1 for each rank in turn',
  rate: 'a rate such as 50GB/s or 400Gb/s',
  order: 'every rank exactly once, such as 0,3,2,1',
  'slow-link': 'two ends and a share between 0 and 1, such as 0-3:0.5',
  'slow-rank': 'a rank and a time, such as 3:50us',
  jitter: 'a time, or a time and a rank, such as 5us or 5us@3',
  rank: 'the number of a rank: 0, 1 …',
  delay: 'a rank and a time, such as rank:3:5ms',
  throttle: 'a rank and a share between 0 and 1, such as rank:3:0.5',
}

export const cli: CliTexts = {
  tagline: 'Finds what holds back collective communication in multi-GPU training, and says what to change.',
  titles: {
    usage: 'Usage:',
    arguments: 'Arguments:',
    options: 'Options:',
    commands: 'Commands:',
    examples: 'Examples:',
    exitCodes: 'Exit codes:',
    nearest: 'nearest',
    expected: 'expected',
    next: 'next',
  },
  commands: {
    diagnose: 'find what holds communication back, from the files you have',
    expect: 'show what a machine should reach, and judge a measured number',
    simulate: 'simulate algorithms on a topology, link by link, and compare them with the optimum',
    topo: 'show a topology: the paths between GPUs and NICs, and what is uneven',
    explain: 'explain a rule, collective, algorithm, link, preset, term or a line that NCCL printed',
    perf: 'measure collectives on the CPUs of this machine: threads, TCP processes or MPI ranks, no GPUs',
    capture:
      'collect and diagnose the state of GPUs, NICs, links and settings of this host; needs no root, changes nothing',
    list: 'list what ringscope knows',
  },
  arguments: {
    diagnose: 'files, folders, or - for standard input',
    expect:
      'all_reduce, all_gather, reduce_scatter, broadcast, reduce, gather, scatter, all_to_all or send_recv',
    simulate:
      'all_reduce, all_gather, reduce_scatter, broadcast, reduce, gather, scatter, all_to_all or send_recv',
    topo: 'a preset, a short form such as 8xH100-SXM5+8x400G, a file with nvidia-smi topo -m, - for standard input, or a topology such as torus:4x4',
    perf: 'all_reduce, all_gather, reduce_scatter, broadcast, reduce, gather, scatter, all_to_all or send_recv',
    capture: 'a command to run with NCCL_DEBUG=INFO, after --',
    explain:
      'for example busbw, NVLS, all_gather, nvlink4, dgx-h100, number-is-healthy, or a line of a log in quotes',
    list: 'which list',
  },
  oneOf: ({ what, choices }) => `${what}: ${choices.join(', ')}`,
  names: (names) => names.join(', '),
  options: {
    'perf-aggregate': 'collectives per iteration (-m of nccl-tests)',
    'perf-algo':
      'an algorithm (list algorithms), direct (threads), mpi, auto or all; separate several with commas',
    'perf-average': 'time to print: 0 of rank 0, 1 the mean of the ranks, 2 the fastest, 3 the slowest',
    'perf-begin': 'smallest size (default: 32M)',
    'perf-blocking': '1: synchronise the ranks before each iteration',
    'perf-check': 'runs of each size in which every element is checked; 0 for none (default: 1)',
    'perf-delay': 'let this rank enter every collective late, as a straggler does: rank:3:5ms (repeatable)',
    'perf-each': '1: add the columns i_min, i_max, i_p99 and i_cv% of nccl-tests',
    'perf-end': 'largest size (default: 32M)',
    'perf-factor': 'factor from one size to the next',
    'perf-increment': 'bytes from one size to the next (default: 1M)',
    'perf-iterations': 'measured iterations per size (default: 20)',
    'perf-json': 'write the JSON of nccl-tests, with percentiles, to this file',
    'perf-op': 'reduction: sum, prod, min, max or avg',
    'perf-pairs': 'measure every pair of ranks instead, and print a matrix',
    'perf-ranks': 'ranks to start on this machine (default: one per core)',
    'perf-report': 'diagnose the result as well',
    'perf-root': 'root of broadcast, reduce, gather and scatter; -1 for each rank in turn',
    'perf-bind':
      'core: pin each rank to its own core if there are enough, as mpirun does (default); none: let the system place them',
    'perf-throttle': 'slow this rank down to a share of its rate: rank:3:0.5 (repeatable)',
    'perf-timeline':
      'write a trace of one run of the largest size for ui.perfetto.dev, and compare all sizes with the simulation',
    'perf-timeout': 'how long a collective waits for other ranks (default: 60s)',
    'perf-transport': 'threads (default), tcp (processes) or mpi (under mpirun or srun)',
    'perf-type': 'element type, named as in nccl-tests: float, double, half, bfloat16, int8 … uint64',
    'perf-warmup': 'warm-up iterations per size (default: 5)',
    algbw: 'read the measured rate as algbw, not busbw',
    algo: 'use only this algorithm: on a machine as under NCCL_ALGO; on a topology, and in simulate, by name (list algorithms) or all; simulate also takes an MSCCL XML file',
    anonymise: 'replace host names, addresses and serial numbers',
    'capture-folder': 'write to this folder, one subfolder per host (default: ringscope-capture)',
    baseline: 'compare with the runs in this file or folder (repeatable)',
    dtype: 'type of the gradients for --params: fp32, bf16, fp16 or fp8',
    fabric: 'network between nodes: ib, roce, efa, slingshot or tcp, with ,oversub=2 for a 2:1 spine',
    'fail-on': 'exit with 1 on findings of this severity or worse: error, warning, info or never',
    format: 'output format',
    help: 'show this help',
    json: 'same as --format json',
    lang: 'language of the answer: en or zh',
    measured: 'your result: 310GB/s, 200Gb/s, or a time such as 12.4ms with --size',
    model: 'a known model, whose gradients are reduced once per step (see ringscope list workloads)',
    'no-color': 'print without colour (NO_COLOR does the same)',
    nodes: 'number of nodes',
    on: 'a preset (ringscope list presets), a short form such as 8xH100-SXM5+8x400G, a topology file, or a topology such as ring:8',
    output: 'write the answer to this file',
    overlap: 'share of the communication hidden behind computation, 0 to 1',
    params: 'number of parameters of your model, such as 7B',
    quiet: 'print nothing but errors on stderr',
    ranks: 'number of ranks (default: one per GPU)',
    require: 'with healthy: exit with 1 unless the verdict is healthy',
    script:
      'print a POSIX shell script that does the same on nodes without Node.js: srun -N64 sh capture.sh DIR',
    short: 'print one line and one action, for a chat',
    size: 'message size, as nccl-tests counts it: 512M, 8G',
    sizes: 'several sizes or a range: 1M,64M,1G or 1M-16G',
    'step-compute': 'computation time of one training step, to see what share communication takes',
    verbose: 'show everything, however long',
    version: 'print the version',
    bandwidth: 'bandwidth of each link of a generated topology, one direction (default: 50GB/s)',
    buffer: 'buffer between two ranks in 8 slots, as with NCCL_BUFFSIZE (default: unlimited)',
    draw: 'show which chunk goes where, step by step (up to 8 ranks); with --format dot, the schedule as a graph',
    jitter: 'add exponential latency to messages, given by its P99: 5us; only from one sender: 5us@3',
    latency: 'latency of each link of a generated topology (default: 500ns)',
    'message-latency': 'latency added to every message, on top of that of its links',
    'message-rate': 'highest rate of a message, as of one channel or one core',
    order: 'order of the ranks in the ring: 0,3,2,1 (repeatable: several rings)',
    pieces: 'number of pieces in a pipeline (default: the fastest)',
    'reduce-rate': 'rate at which a rank adds up what it receives (default: unlimited)',
    rings: '1: a single ring; auto: the best set of rings that share no link (default: both)',
    root: 'root of broadcast, reduce, gather and scatter',
    runs: 'number of runs with --jitter (default: 100)',
    seed: 'first seed of the runs with --jitter (default: 1)',
    'slow-link':
      'slow a connection down to a share of its rate: 0-3:0.5, GPU2-NVS0:0.25; 0 removes it (repeatable)',
    'slow-rank': 'let a rank enter late: 3:50us (repeatable)',
  },
  exitCodes: [
    ['0', 'success, no findings at or above --fail-on'],
    ['1', 'findings at or above --fail-on, or --require healthy not met'],
    ['2', 'usage error'],
    ['3', 'no input recognised'],
    ['4', 'ringscope itself failed'],
  ],
  problems: {
    'unknown-command': ({ seen, isPath }) => ({
      what: isPath ? `"${seen}" is a path, not a command.` : `Unknown command "${seen}".`,
      next: isPath ? `ringscope diagnose ${seen}` : 'ringscope --help',
    }),
    'unknown-option': ({ seen, command }) => ({
      what: `Unknown option ${seen}.`,
      next: `${command} --help`,
    }),
    'option-without-value': ({ option }) => ({ what: `${option} needs a value.` }),
    'argument-missing': ({ argument, command }) => ({
      what: `Missing argument <${argument}>.`,
      next: `ringscope ${command} --help`,
    }),
    'argument-extra': ({ count, command }) => ({
      what: `Too many arguments: ringscope ${command} takes one, but got ${count}.`,
      next: `ringscope ${command} --help`,
    }),
    'choice-unknown': ({ option, seen, choices }) => ({
      what: `"${seen}" is not a valid value of ${option}.`,
      expected: choices.join(', '),
    }),
    'value-unreadable': ({ option, seen, wanted }) => ({
      what: `Cannot read the value "${seen}" of ${option}.`,
      expected: WANTED[wanted],
    }),
    'option-needs': ({ option, needs }) => ({ what: `${option} needs ${needs}.`, next: `add ${needs}` }),
    'option-repeated': ({ option }) => ({
      what: `${option} was given more than once, but takes one value.`,
      next: 'give it once, or run the command once per value',
    }),
    'options-exclude': ({ option, other }) => ({
      what: `${option} and ${other} cannot be used together.`,
      next: `leave out ${option} or ${other}`,
    }),
    'collective-unknown': ({ seen }) => ({
      what: `Unknown collective "${seen}".`,
      next: 'ringscope list collectives',
    }),
    'machine-missing': ({ collective, command }) => ({
      what: 'No machine was given, and the answer depends on it.',
      expected: '--on with a preset or a short form such as 8xH100-SXM5+8x400G',
      next: `ringscope ${command} ${collective} --on dgx-h100      all presets: ringscope list presets`,
    }),
    'machine-unknown': ({ seen }) => ({
      what: `Unknown machine "${seen}".`,
      expected:
        'a preset, or the short form of one node: GPUs x model + NICs x port rate, such as 8xH100-SXM5+8x400G',
      next: 'ringscope list presets',
    }),
    'nothing-simulated': ({ collective, topology, on, algorithm }) => ({
      what: `${algorithm === '' ? 'No algorithm can' : `${algorithm} cannot`} run ${collective} on ${topology}, or the simulation would be too large.`,
      next: `ringscope simulate ${collective} --on ${on}      shows why`,
    }),
    'topology-unknown': ({ seen, grammar, mostRanks }, print) => ({
      what: `Cannot build a topology from "${seen}".`,
      expected:
        mostRanks === undefined
          ? either(grammar)
          : `${either(grammar)}, with at most ${print.count(mostRanks)} ranks`,
    }),
    'link-unknown': ({ a, b, topology, known, nodeExists }) => ({
      what: nodeExists
        ? `There is no link between ${a} and ${b} in ${topology}.`
        : `${topology} has no ${a}.`,
      expected: nodeExists ? `a neighbour of ${a}: ${either(known)}` : either(known),
    }),
    'schedule-unreadable': ({ path, fault }, print) => ({
      what: `${path}${place(lineOf(fault))}: ${scheduleFaultText(fault, scheduleFile, print)}.`,
      expected: 'an MSCCL algorithm (XML) that carries out a collective correctly',
    }),
    'schedule-not-msccl': ({ algorithm, why }) => ({
      what: `${algorithm} cannot be written as MSCCL XML: ${scheduleFile.notMsccl[why]}.`,
    }),
    'schedule-for-other': ({ path, is, ranks, wanted, topologyRanks }, print) => ({
      what: `${path} was written for ${is} on ${counted(ranks, print, 'rank')}, not for ${wanted} on ${print.count(topologyRanks)}.`,
      next: `ringscope simulate ${is} --on star:${ranks} --algo ${path}`,
    }),
    'order-wrong': ({ ranks }) => ({
      what: '--order must list every rank exactly once.',
      expected: `the numbers 0 to ${ranks - 1} in any order`,
    }),
    'rank-unknown': ({ option, seen, ranks }) => ({
      what: `${option}: rank ${seen} does not exist.`,
      expected: `0 to ${ranks - 1}`,
    }),
    'too-many-messages': ({ option, messages, most }, print) => ({
      what: `${option} cannot show ${print.count(messages)} messages.`,
      expected: `at most ${print.count(most)}`,
      next: 'use fewer ranks, or fewer --pieces',
    }),
    'too-many-links': ({ topology, links, most }, print) => ({
      what: `${topology} has too many links to draw: ${print.count(links)}.`,
      expected: `at most ${print.count(most)}`,
    }),
    'draw-too-large': ({ most }) => ({
      what: `--draw shows at most ${most} ranks.`,
      next: 'use --on ring:4, or any other small topology',
    }),
    'machine-not-in-file': ({ path, why }) => ({
      what:
        why === 'cut'
          ? `The matrix in ${path} is incomplete: rows or cells between GPUs are missing.`
          : why === 'frame'
            ? `${path} is a skeleton for NCCL to fill in: it names no known GPU model.`
            : `${path} describes no machine.`,
      expected:
        'a topology file (NCCL_TOPO_DUMP_FILE), the output of nvidia-smi topo -m, a preset, or the short form of one node, such as 8xH100-SXM5+8x400G',
      next:
        why === 'nothing'
          ? `to read the file as input: ringscope diagnose ${path}`
          : 'run any NCCL program with NCCL_TOPO_DUMP_FILE=topo.xml to get a complete one',
    }),
    'ranks-too-many': ({ ranks, machine, gpus }, print) => ({
      what: `${counted(ranks, print, 'rank')} do not fit on ${machine}, which has ${counted(gpus, print, 'GPU')}.`,
      next: 'raise --nodes, or lower --ranks',
    }),
    'nics-missing': ({ machine, nodes }) => ({
      what: `${machine} has no NICs to connect ${nodes} nodes.`,
      expected: 'NICs in the short form, such as +8x400G in 8xH100-SXM5+8x400G',
      next: `add the NICs of one node: --on ${machine}+<NICs>x<port rate>, or leave out --nodes`,
    }),
    'ranks-too-few': ({ collective }) => ({
      what: `${collective} needs at least two ranks: one alone moves no data.`,
      next: 'raise --ranks, or use a machine with several GPUs',
    }),
    'option-without-effect': ({ option, collective }) => ({
      what: `${option} has no effect on ${collective}.`,
      next: `leave out ${option}`,
    }),
    'value-too-large': ({ option, seen, most }, print) => ({
      what: `${option} ${print.count(seen)} is too large.`,
      expected: `at most ${print.count(most)}`,
    }),
    'sizes-reversed': ({ from, to }, print) => ({
      what: `-b (${print.bytes(from)}) is larger than -e (${print.bytes(to)}).`,
      next: 'lower -b, or raise -e',
    }),
    'ranks-launched': ({ asked, launched }, print) => ({
      what: `-g ${print.count(asked)} contradicts the launcher, which started ${counted(launched, print, 'rank')}.`,
      next: 'leave out -g',
    }),
    'perf-rows-too-many': ({ most }, print) => ({
      what: `This would measure more than ${print.count(most)} rows.`,
      next: 'use a larger -f or -i, fewer algorithms in --algo, or a single -r',
    }),
    'perf-memory': ({ wantedBytes, mostBytes, ranks, transport }, print) => ({
      what: `The buffers for -e and the times for -n need ${print.bytes(wantedBytes)} on each of ${counted(ranks, print, 'rank')}, but only ${print.bytes(mostBytes)} is available.`,
      next:
        transport === 'threads'
          ? 'use a smaller -e or fewer ranks, or --transport tcp, which has 4 GiB for each rank'
          : 'use a smaller -e',
    }),
    'perf-algorithm': ({ algorithm, collective, ranks, known }, print) => ({
      what: `${algorithm} cannot carry out ${collective} on ${counted(ranks, print, 'rank')}.`,
      expected: either(known),
    }),
    'perf-timeline-native': ({ algorithm, known }) => ({
      what: `--timeline records messages, but ${algorithm} sends none.`,
      expected: either(known),
    }),
    'algorithm-useless': ({ algorithm, collective, machine }) => ({
      what: `NCCL does not run ${collective} with ${algorithm} on ${machine}.`,
      next: 'leave out --algo to see what does run',
    }),
    'workload-unknown': ({ seen }) => ({
      what: `Unknown model "${seen}".`,
      next: 'ringscope list workloads      for any other model: --params 7B --dtype bf16',
    }),
    'topic-unknown': ({ seen }) => ({
      what: `Unknown topic "${seen}".`,
      expected: 'a rule, collective, algorithm, link, preset or term',
      next: 'ringscope explain      lists all topics',
    }),
    'list-unknown': ({ seen, choices }) => ({
      what: `Unknown list "${seen}".`,
      expected: choices.join(', '),
    }),
    'path-missing': ({ path }) => ({ what: `${path} does not exist.` }),
    'inputs-missing': () => ({
      what: 'No input was given.',
      expected: 'files, folders, or - for standard input',
      next: 'ringscope diagnose all_reduce.txt --on dgx-a100      or: all_reduce_perf ... | ringscope diagnose -',
    }),
    'stdin-twice': () => ({ what: 'Standard input (-) can be given only once.' }),
    'capture-failed': ({ folder, reason }) => ({
      what: `Could not collect anything into ${folder}: ${reason}.`,
      expected: 'a POSIX shell (sh), and a folder that you can write to',
      next: 'ringscope capture -o DIR',
    }),
    'run-failed': ({ reason }) => ({ what: `The run failed: ${reason}${/[.?!…]$/.test(reason) ? '' : '.'}` }),
    'same-file': ({ option, other }) => ({ what: `${option} and ${other} name the same file.` }),
    'output-unwritable': ({ path, reason }) => ({
      what: `Cannot write ${path}: ${reason}.`,
      expected: 'a file in an existing folder that you can write to',
    }),
    unexpected: ({ reason }) => ({
      what: `This is a bug in ringscope: ${reason}`,
      next: 'please report it with the command and, if possible, the input; --verbose shows where it happened',
    }),
  },
  reading: (name, bytes, print) => `reading ${name}: ${print.bytes(bytes)}`,
  capture: {
    collected: ({ folder, sources, hosts }, print) =>
      `Collected ${counted(sources, print, 'source')} from ${counted(hosts, print, 'host')} into ${folder}`,
    missing: 'Missing',
    status: {
      missing: 'not found',
      empty: 'no output',
      partial: 'incomplete',
      timeout: 'timed out',
      failed: 'failed',
    },
    handOn: (folder) => `Pass it on, or look again:  ringscope diagnose ${folder}`,
  },
  written: (path) => `written to ${path}`,
  yours: '  Yours     npm start -- my.log      one number: npm start -- expect --help',
}
