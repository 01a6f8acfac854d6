/** English: the command line. */
import type { CliTexts, ProblemValues } from '../cli.ts'
import { lineOf, scheduleFaultText } from '../schedule-fault.ts'
import { scheduleFile } from './schedule-file.ts'

/** ":27" */
const place = (line: number | undefined): string => (line === undefined ? '' : `:${line}`)

const WANTED: Readonly<Record<ProblemValues['value-unreadable']['wanted'], string>> = {
  bytes: 'a size such as 512M, 8G (binary, as in nccl-tests), 8GB or 8GiB',
  sizes: 'sizes such as 1M,64M,1G, or a range such as 1M-16G (doubling)',
  duration: 'a duration with its unit, such as 12.4ms or 120us',
  count: 'a number such as 8, 25.6M or 70B',
  measured: 'a rate such as 310GB/s or 200Gb/s (no unit means GB/s), or a time such as 12.4ms with --size 1G',
  share: 'a share between 0 and 1, such as 0.5',
  whole: 'a whole number of 1 or more',
  number: 'a whole number of 0 or more',
  factor: 'a number larger than 1, such as 2',
  root: 'a rank that takes part: 0, 1 …, or -1 for each in turn',
  rate: 'a rate such as 50GB/s or 400Gb/s',
  order: 'all ranks once, such as 0,3,2,1',
  'slow-link': 'two ends and a share between 0 and 1, such as 0-3:0.5',
  'slow-rank': 'a rank and a time, such as 3:50us',
  jitter: 'a time, or a time and a rank, such as 5us or 5us@3',
  rank: 'a rank that takes part: 0, 1 …',
  delay: 'a rank and a time, such as rank:3:5ms',
  throttle: 'a rank and a share between 0 and 1, such as rank:3:0.5',
}

export const cli: CliTexts = {
  tagline: 'Finds what holds collective communication back in multi-GPU training, and says what to change.',
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
    diagnose: 'read what you have, say what holds the communication back',
    expect: 'what this machine should reach; is my number good?',
    simulate: 'an algorithm over a topology, link by link: how long, why, and how near to what is possible',
    topo: 'show a topology: who reaches whom how, which NIC belongs to which GPU, what is unequal',
    explain: 'explain a rule, collective, algorithm, link, preset or term',
    perf: 'measures real collectives on the CPUs here: threads, TCP processes or MPI ranks; no GPU takes part',
    capture:
      'collect what this host shows of GPUs, NICs, links and settings, and diagnose it; needs no root, changes nothing',
    list: 'list what ringscope knows',
  },
  arguments: {
    diagnose: 'files, folders, or - for standard input',
    expect:
      'all_reduce, all_gather, reduce_scatter, broadcast, reduce, gather, scatter, all_to_all or send_recv',
    simulate:
      'all_reduce, all_gather, reduce_scatter, broadcast, reduce, gather, scatter, all_to_all or send_recv',
    topo: 'a preset, a short form such as 8xH100-SXM5+8x400G, a file with nvidia-smi topo -m, -, or a topology such as torus:4x4',
    perf: 'all_reduce, all_gather, reduce_scatter, broadcast, reduce, gather, scatter, all_to_all or send_recv',
    capture: 'a command to run under NCCL_DEBUG=INFO, after --',
    explain: 'for example busbw, NVLS, all_gather, nvlink4, dgx-h100, number-is-healthy',
    list: 'which list',
  },
  options: {
    'perf-aggregate': 'collectives in one iteration (-m of nccl-tests)',
    'perf-algo': 'an algorithm (list algorithms), direct (threads), mpi, auto, or all; several with commas',
    'perf-average': 'the time column: 0 rank 0, 1 mean of the ranks, 2 the fastest, 3 the slowest',
    'perf-begin': 'smallest size (32M unless given)',
    'perf-blocking': '1: the ranks meet before each iteration',
    'perf-check': 'so many runs of each size whose every element is checked; 0 for none (1 unless given)',
    'perf-delay':
      'this rank comes so late to every collective, to see what a straggler does: rank:3:5ms (repeatable)',
    'perf-each': '1: also the columns i_min, i_max, i_p99 and i_cv% of nccl-tests',
    'perf-end': 'largest size (32M unless given)',
    'perf-factor': 'the next size is so many times the last',
    'perf-increment': 'the next size is so many bytes larger (1M unless given)',
    'perf-iterations': 'measured iterations of each size (20 unless given)',
    'perf-json': 'write the JSON of nccl-tests, with percentiles, to this file',
    'perf-op': 'sum, prod, min, max or avg',
    'perf-pairs': 'measure every pair of ranks instead, as a matrix',
    'perf-ranks': 'start so many ranks here (as many as there are cores unless given)',
    'perf-report': 'and diagnose the result',
    'perf-root': 'root of broadcast, reduce, gather and scatter; -1 for each in turn',
    'perf-bind':
      'a core for each rank where there are enough (as mpirun does), or none: the system places them (core)',
    'perf-throttle': 'slow this rank down to a share of its rate: rank:3:0.5 (repeatable)',
    'perf-timeline':
      'record one run of the largest size as a trace for ui.perfetto.dev, and hold all sizes against the simulation',
    'perf-timeout': 'how long a collective waits for other ranks (60s unless given)',
    'perf-transport': 'threads (default), tcp (processes) or mpi (under mpirun or srun)',
    'perf-type': 'element type as nccl-tests names it: float, double, half, bfloat16, int8 … uint64',
    'perf-warmup': 'iterations before those that are measured (5 unless given)',
    algbw: 'the measured rate is algbw, not busbw',
    algo: 'only this algorithm: on a machine as under NCCL_ALGO; on a topology, and in simulate, by name (list algorithms) or all; simulate also takes an MSCCL XML file',
    anonymise: 'replace host names, addresses and serial numbers',
    'capture-folder': 'the folder to write to, a subfolder for each host (default ringscope-capture)',
    baseline: 'compare with the runs in this file or folder (repeatable)',
    dtype: 'type of the gradients for --params: fp32, bf16, fp16 or fp8',
    fabric: 'network between nodes: ib, roce, efa, slingshot or tcp, with ,oversub=2 for a 2:1 spine',
    'fail-on': 'exit with 1 at findings of this severity or worse: error, warning, info or never',
    format: 'how the answer is written',
    help: 'show this help',
    json: 'the same as --format json',
    lang: 'language of the answer: en or zh',
    measured: 'your number: 310GB/s, 200Gb/s, or a time such as 12.4ms with --size',
    model: 'a known model, whose gradients are reduced once a step (see: ringscope list workloads)',
    'no-color': 'no colour (NO_COLOR does the same)',
    nodes: 'number of nodes',
    on: 'a preset (ringscope list presets), a short form such as 8xH100-SXM5+8x400G, a topology file, or a topology such as ring:8',
    output: 'write the answer to this file',
    overlap: 'share of the communication hidden behind computation, 0 to 1',
    params: 'parameters of your model, such as 7B',
    quiet: 'nothing on stderr but errors',
    ranks: 'number of ranks; all GPUs when not given',
    require: 'healthy: exit with 1 unless the verdict is healthy',
    script: 'print the same as one POSIX shell script, for nodes without Node: srun -N64 sh capture.sh DIR',
    short: 'one line and one action, for a chat',
    size: 'message size, as nccl-tests counts it: 512M, 8G',
    sizes: 'several sizes or a range: 1M,64M,1G or 1M-16G',
    'step-compute': 'computation time of one training step, to see what share communication takes',
    verbose: 'everything, however long',
    version: 'print the version',
    bandwidth: 'of each link of a generated topology, one direction: 50GB/s when not given',
    buffer: 'buffer between two ranks (NCCL_BUFFSIZE), used in 8 slots; unlimited when not given',
    draw: 'show step by step which chunk goes where (up to 8 ranks); with --format dot the schedule as a graph',
    jitter: 'extra latency of messages, exponential, by its P99: 5us; of one sender: 5us@3',
    latency: 'of each link of a generated topology: 500ns when not given',
    'message-latency': 'on every message, beside the latency of its links',
    'message-rate': 'no message is faster than this: one channel, one core',
    order: 'ring over the ranks in this order: 0,3,2,1 (repeatable: several rings)',
    pieces: 'cut pipelines into so many pieces; the best number when not given',
    'reduce-rate': 'a rank adds what it receives at this rate; no limit when not given',
    rings: '1: a single ring; auto: the best set of rings that share no link; both when not given',
    root: 'root of broadcast, reduce, gather and scatter',
    runs: 'runs with --jitter: 100 when not given',
    seed: 'first seed of the runs with --jitter: 1 when not given',
    'slow-link': 'a connection and what is left of it: 0-3:0.5, GPU2-NVS0:0.25, 0-1:0 for none (repeatable)',
    'slow-rank': 'a rank that enters late: 3:50us (repeatable)',
  },
  exitCodes: [
    ['0', 'done, nothing at or above --fail-on'],
    ['1', 'findings at or above --fail-on, or --require healthy is not met'],
    ['2', 'wrong usage'],
    ['3', 'no input was understood'],
    ['4', 'ringscope itself failed'],
  ],
  problems: {
    'unknown-command': ({ seen, isPath }) => ({
      what: isPath ? `"${seen}" is a path, not a command.` : `There is no command "${seen}".`,
      next: isPath ? `ringscope diagnose ${seen}` : 'ringscope --help',
    }),
    'unknown-option': ({ seen, command }) => ({
      what: `There is no option ${seen}.`,
      next: `${command} --help`,
    }),
    'option-without-value': ({ option }) => ({ what: `${option} needs a value.` }),
    'argument-missing': ({ argument, command }) => ({
      what: `ringscope ${command} needs <${argument}>.`,
      next: `ringscope ${command} --help`,
    }),
    'argument-extra': ({ count, command }) => ({
      what: `ringscope ${command} takes one argument; ${count} were given.`,
      next: `ringscope ${command} --help`,
    }),
    'choice-unknown': ({ option, seen, choices }) => ({
      what: `${option} cannot be "${seen}".`,
      expected: choices.join(', '),
    }),
    'value-unreadable': ({ option, seen, wanted }) => ({
      what: `${option} cannot be read: "${seen}".`,
      expected: WANTED[wanted],
    }),
    'option-needs': ({ option, needs }) => ({ what: `${option} needs ${needs}.`, next: `add ${needs}` }),
    'option-repeated': ({ option }) => ({
      what: `${option} was given more than once; it takes one value.`,
      next: 'give it once, or run the command once for each',
    }),
    'options-exclude': ({ option, other }) => ({ what: `${option} and ${other} exclude each other.` }),
    'collective-unknown': ({ seen }) => ({
      what: `There is no collective "${seen}".`,
      next: 'ringscope list collectives',
    }),
    'machine-missing': ({ collective, command }) => ({
      what: 'Which machine? What is good depends on it.',
      expected: '--on with a preset, or a short form such as 8xH100-SXM5+8x400G',
      next: `ringscope ${command} ${collective} --on dgx-h100      all presets: ringscope list presets`,
    }),
    'machine-unknown': ({ seen }) => ({
      what: `There is no machine "${seen}".`,
      expected:
        'a preset, or the short form of one node: GPUs x model + NICs x port, such as 8xH100-SXM5+8x400G',
      next: 'ringscope list presets',
    }),
    'nothing-simulated': ({ collective, topology, on, algorithm }) => ({
      what: `${algorithm === '' ? 'No algorithm' : `${algorithm} does not`} ${algorithm === '' ? 'runs' : 'run'} ${collective} on ${topology}, or there is too much of it to simulate.`,
      next: `ringscope simulate ${collective} --on ${on}      says why`,
    }),
    'topology-unknown': ({ seen, grammar, mostRanks }, print) => ({
      what: `"${seen}" is no topology that can be built.`,
      expected:
        mostRanks === undefined
          ? grammar.join(', ')
          : `${grammar.join(', ')}, with at most ${print.count(mostRanks)} ranks`,
    }),
    'link-unknown': ({ a, b, topology, known, nodeExists }) => ({
      what: nodeExists ? `No link joins ${a} and ${b} on ${topology}.` : `${topology} has no ${a}.`,
      expected: nodeExists ? `${a} is linked to ${known.join(', ')}` : known.join(', '),
    }),
    'schedule-unreadable': ({ path, fault }, print) => ({
      what: `${path}${place(lineOf(fault))}: ${scheduleFaultText(fault, scheduleFile, print)}.`,
      expected: 'an MSCCL algorithm (XML) that carries out a collective rightly',
    }),
    'schedule-not-msccl': ({ algorithm, why }) => ({
      what: `${algorithm} cannot be written as MSCCL XML: ${scheduleFile.notMsccl[why]}.`,
    }),
    'schedule-for-other': ({ path, is, ranks, wanted, topologyRanks }) => ({
      what: `${path} is an ${is} of ${ranks} ranks, not ${wanted} of ${topologyRanks}.`,
      next: `ringscope simulate ${is} --on star:${ranks} --algo ${path}`,
    }),
    'order-wrong': ({ ranks }) => ({
      what: '--order must name every rank once.',
      expected: `the numbers 0 to ${ranks - 1} in some order`,
    }),
    'rank-unknown': ({ option, seen, ranks }) => ({
      what: `${option}: there is no rank ${seen}.`,
      expected: `0 to ${ranks - 1}`,
    }),
    'too-many-messages': ({ option, messages, most }, print) => ({
      what: `${option}: ${print.count(messages)} messages are too many to show.`,
      expected: `at most ${print.count(most)}`,
      next: 'fewer ranks, or fewer --pieces',
    }),
    'too-many-links': ({ topology, links, most }, print) => ({
      what: `${topology}: ${print.count(links)} links are too many to draw.`,
      expected: `at most ${print.count(most)}`,
    }),
    'draw-too-large': ({ most }) => ({
      what: `--draw shows at most ${most} ranks.`,
      next: '--on ring:4, or any other small topology',
    }),
    'machine-not-in-file': ({ path, why }) => ({
      what:
        why === 'cut'
          ? `The matrix in ${path} was cut: rows or cells between GPUs are missing.`
          : why === 'frame'
            ? `${path} is a frame that NCCL fills in: it names no GPU model that is known.`
            : `${path} describes no machine.`,
      expected:
        'a topology file (NCCL_TOPO_DUMP_FILE), nvidia-smi topo -m, a preset, or the short form of one node, such as 8xH100-SXM5+8x400G',
      next:
        why === 'nothing'
          ? `give the file as input: ringscope diagnose ${path}`
          : 'NCCL_TOPO_DUMP_FILE=topo.xml with any NCCL program writes a whole one',
    }),
    'ranks-too-many': ({ ranks, machine, gpus }) => ({
      what: `${ranks} ranks do not fit: ${machine} has ${gpus} GPUs.`,
      next: 'add --nodes, or lower --ranks',
    }),
    'nics-missing': ({ machine, nodes }) => ({
      what: `${machine} has no NICs that could join ${nodes} nodes.`,
      expected: 'NICs in the short form, such as 8xH100-SXM5+8x400G',
      next: `--on ${machine}+8x400G, or leave --nodes out`,
    }),
    'ranks-too-few': ({ collective }) => ({
      what: `${collective} between fewer than two ranks moves nothing.`,
      next: 'raise --ranks, or name a machine with several GPUs',
    }),
    'option-without-effect': ({ option, collective }) => ({
      what: `${option} means nothing for ${collective}.`,
      next: `leave ${option} out`,
    }),
    'value-too-large': ({ option, seen, most }, print) => ({
      what: `${option} is too large: ${print.count(seen)}.`,
      expected: `at most ${print.count(most)}`,
    }),
    'sizes-reversed': ({ from, to }, print) => ({
      what: `-b (${print.bytes(from)}) is larger than -e (${print.bytes(to)}).`,
    }),
    'ranks-launched': ({ asked, launched }, print) => ({
      what: `-g ${print.count(asked)}: the launcher has started ${print.count(launched)} ${launched === 1 ? 'rank' : 'ranks'}.`,
      next: 'leave -g out',
    }),
    'perf-rows-too-many': ({ most }, print) => ({
      what: `That would be more than ${print.count(most)} rows.`,
      next: 'a larger -f or -i, fewer --algo, or a single -r',
    }),
    'perf-memory': ({ wantedBytes, mostBytes, ranks, transport }, print) => ({
      what: `The buffers of -e and the times of -n need ${print.bytes(wantedBytes)} at each of ${ranks} ranks; there is room for ${print.bytes(mostBytes)}.`,
      next:
        transport === 'threads'
          ? 'a smaller -e or fewer ranks; --transport tcp has 4 GiB for each rank'
          : 'a smaller -e',
    }),
    'perf-algorithm': ({ algorithm, collective, ranks, known }) => ({
      what: `${algorithm} cannot carry out ${collective} on ${ranks} ranks.`,
      expected: known.join(', '),
    }),
    'perf-timeline-native': ({ algorithm, known }) => ({
      what: `--timeline shows messages, and ${algorithm} sends none.`,
      expected: known.join(', '),
    }),
    'algorithm-useless': ({ algorithm, collective, machine }) => ({
      what: `NCCL does not run ${collective} with ${algorithm} on ${machine}.`,
      next: 'leave --algo out to see what runs',
    }),
    'workload-unknown': ({ seen }) => ({
      what: `There is no model "${seen}".`,
      next: 'ringscope list workloads      any other model: --params 7B --dtype bf16',
    }),
    'topic-unknown': ({ seen }) => ({
      what: `Nothing is known about "${seen}".`,
      expected: 'a rule, collective, algorithm, link, preset or term',
      next: 'ringscope explain      lists all topics',
    }),
    'list-unknown': ({ seen, choices }) => ({
      what: `There is no list "${seen}".`,
      expected: choices.join(', '),
    }),
    'path-missing': ({ path }) => ({ what: `${path} does not exist.` }),
    'inputs-missing': () => ({
      what: 'Nothing to read.',
      expected: 'files, folders, or - for standard input',
      next: 'ringscope diagnose all_reduce.txt --on dgx-a100      or: all_reduce_perf ... | ringscope diagnose -',
    }),
    'stdin-twice': () => ({ what: 'Standard input (-) can be read only once.' }),
    'capture-failed': ({ folder, reason }) => ({
      what: `Nothing could be collected into ${folder}: ${reason}.`,
      expected: 'a POSIX shell (sh), and a folder that you may write to',
      next: 'ringscope capture -o DIR',
    }),
    'run-failed': ({ reason }) => ({ what: `The run failed: ${reason}${/[.?!…]$/.test(reason) ? '' : '.'}` }),
    'same-file': ({ option, other }) => ({ what: `${option} and ${other} name the same file.` }),
    'output-unwritable': ({ path, reason }) => ({
      what: `${path} cannot be written: ${reason}.`,
      expected: 'a file in a folder that exists and that you may write to',
    }),
    unexpected: ({ reason }) => ({
      what: `ringscope failed, which it should not: ${reason}`,
      next: 'please report this with the command and, if you can, the input; --verbose shows where',
    }),
  },
  reading: (name, bytes, print) => `reading ${name}: ${print.bytes(bytes)}`,
  capture: {
    collected: ({ folder, sources, hosts }, print) =>
      `Collected ${print.count(sources)} ${sources === 1 ? 'source' : 'sources'} of ${print.count(hosts)} ${hosts === 1 ? 'host' : 'hosts'} into ${folder}`,
    missing: 'Missing',
    status: {
      missing: 'not there',
      empty: 'nothing shown',
      partial: 'in part',
      timeout: 'took too long',
      failed: 'failed',
    },
    handOn: (folder) => `Hand it on, or look again:  ringscope diagnose ${folder}`,
  },
  written: (path) => `written to ${path}`,
  yours: '  Yours     npm start -- my.log      one number: npm start -- expect --help',
}
