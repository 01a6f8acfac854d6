/** 中文：命令行。 */
import type { CliTexts, ProblemValues } from '../cli.ts'
import { lineOf, scheduleFaultText } from '../schedule-fault.ts'
import { either } from './phrases/words.ts'
import { scheduleFile } from './schedule-file.ts'

/** ":27" */
const place = (line: number | undefined): string => (line === undefined ? '' : `:${line}`)

const WANTED: Readonly<Record<ProblemValues['value-unreadable']['wanted'], string>> = {
  bytes: '大小，如 512M、8G（按二进制，同 nccl-tests）、8GB 或 8GiB',
  sizes: '若干大小，如 1M,64M,1G，或一个范围，如 1M-16G（逐次加倍）',
  duration: '带单位的时长，如 12.4ms 或 120us',
  count: '数量，如 8、25.6M 或 70B',
  measured: '速率，如 310GB/s 或 200Gb/s（不写单位则为 GB/s），或用时，如 12.4ms 并加 --size 1G',
  share: '0 到 1 之间的比例，如 0.5',
  whole: '不小于 1 的整数',
  number: '不小于 0 的整数',
  factor: '大于 1 的数，如 2',
  root: 'rank 的编号：0、1 …，或 -1，表示各 rank 轮流作根',
  rate: '速率，如 50GB/s 或 400Gb/s',
  order: '每个 rank 恰好出现一次，如 0,3,2,1',
  'slow-link': '链路两端和 0 到 1 之间的比例，如 0-3:0.5',
  'slow-rank': 'rank 和时长，如 3:50us',
  jitter: '时长，或时长加 rank，如 5us 或 5us@3',
  rank: 'rank 的编号：0、1 …',
  delay: 'rank 和时长，如 rank:3:5ms',
  throttle: 'rank 和 0 到 1 之间的比例，如 rank:3:0.5',
}

export const cli: CliTexts = {
  tagline: '找出多 GPU 训练中拖慢集合通信的原因，并说明该改什么。',
  titles: {
    usage: '用法：',
    arguments: '参数：',
    options: '选项：',
    commands: '命令：',
    examples: '示例：',
    exitCodes: '退出码：',
    nearest: '相近',
    expected: '应为',
    next: '下一步',
  },
  commands: {
    diagnose: '根据已有的文件，找出拖慢通信的原因',
    expect: '给出一台机器应达到的数值，并评判实测值',
    simulate: '在拓扑上逐条链路模拟各种算法，并与最优值比较',
    topo: '显示拓扑：GPU 与网卡之间的路径，以及不对称之处',
    explain: '解释规则、集合操作、算法、链路、预设、术语，或 NCCL 打印的一行',
    perf: '在本机的 CPU 上测量集合操作：线程、TCP 进程或 MPI rank，不用 GPU',
    capture: '收集本机 GPU、网卡、链路和设置的状态并诊断；不需要 root，不做任何改动',
    list: '列出 ringscope 已知的内容',
  },
  arguments: {
    diagnose: '文件、目录，或 -（标准输入）',
    expect:
      'all_reduce、all_gather、reduce_scatter、broadcast、reduce、gather、scatter、all_to_all 或 send_recv',
    simulate:
      'all_reduce、all_gather、reduce_scatter、broadcast、reduce、gather、scatter、all_to_all 或 send_recv',
    topo: '预设、简写（如 8xH100-SXM5+8x400G）、含 nvidia-smi topo -m 输出的文件、-（标准输入），或拓扑（如 torus:4x4）',
    explain: '例如 busbw、NVLS、all_gather、nvlink4、dgx-h100、number-is-healthy，或加引号的一行日志',
    perf: 'all_reduce、all_gather、reduce_scatter、broadcast、reduce、gather、scatter、all_to_all 或 send_recv',
    capture: '要在 NCCL_DEBUG=INFO 下运行的命令，写在 -- 之后',
    list: '要显示的列表',
  },
  oneOf: ({ what, choices }) => `${what}：${choices.join('、')}`,
  names: (names) => names.join('、'),
  options: {
    'perf-aggregate': '每次迭代中集合操作的次数（nccl-tests 的 -m）',
    'perf-algo': '一个算法（list algorithms）、direct（threads）、mpi、auto 或 all；多个用逗号分隔',
    'perf-average': '显示哪个用时：0 为 rank 0，1 为各 rank 的平均值，2 为最快的 rank，3 为最慢的 rank',
    'perf-begin': '最小的数据量（默认 32M）',
    'perf-blocking': '1：每次迭代前先同步各 rank',
    'perf-check': '每个大小逐元素检查几次运行的结果；0 为不检查（默认 1）',
    'perf-delay': '让这个 rank 在每次集合操作中都迟到，如同 straggler：rank:3:5ms（可重复）',
    'perf-each': '1：增加 nccl-tests 的 i_min、i_max、i_p99 和 i_cv% 列',
    'perf-end': '最大的数据量（默认 32M）',
    'perf-factor': '每个大小是前一个的几倍',
    'perf-increment': '每个大小比前一个增加的字节数（默认 1M）',
    'perf-iterations': '每个大小的测量迭代次数（默认 20）',
    'perf-json': '把 nccl-tests 的 JSON（含百分位数）写入此文件',
    'perf-op': '归约运算：sum、prod、min、max 或 avg',
    'perf-pairs': '改为测量每一对 rank，并显示矩阵',
    'perf-ranks': '在本机启动的 rank 数（默认每个核一个）',
    'perf-report': '同时诊断结果',
    'perf-root': 'broadcast、reduce、gather 和 scatter 的根；-1 为各 rank 轮流作根',
    'perf-bind': 'core：核数足够时每个 rank 绑定到各自的核，同 mpirun（默认）；none：由系统安排',
    'perf-throttle': '把这个 rank 的速率降到原来的一部分：rank:3:0.5（可重复）',
    'perf-timeline': '记录最大一档的一次运行，写成 ui.perfetto.dev 可打开的 trace，并把所有大小与模拟比较',
    'perf-timeout': '集合操作等待其他 rank 的最长时间（默认 60s）',
    'perf-transport': 'threads（默认）、tcp（多进程）或 mpi（由 mpirun 或 srun 启动）',
    'perf-type': '元素类型，名称同 nccl-tests：float、double、half、bfloat16、int8 … uint64',
    'perf-warmup': '每个大小的预热迭代次数（默认 5）',
    algbw: '把实测速率当作 algbw，而不是 busbw',
    algo: '只用这个算法：用于机器时同 NCCL_ALGO；用于拓扑和 simulate 时为算法名称（list algorithms）或 all；simulate 还接受 MSCCL XML 文件',
    anonymise: '替换主机名、地址和序列号',
    'capture-folder': '写入此目录，每台主机一个子目录（默认 ringscope-capture）',
    baseline: '与此文件或目录中的运行比较（可重复）',
    dtype: '--params 的梯度类型：fp32、bf16、fp16 或 fp8',
    fabric: '节点之间的网络：ib、roce、efa、slingshot 或 tcp；加 ,oversub=2 表示 2:1 收敛',
    'fail-on': '有这一级别或更严重的发现时退出码为 1：error、warning、info 或 never',
    format: '输出格式',
    help: '显示此帮助',
    json: '等同于 --format json',
    lang: '输出语言：en 或 zh',
    measured: '实测值：310GB/s、200Gb/s，或用时（如 12.4ms）并加 --size',
    model: '已知模型，每步归约一次梯度（见 ringscope list workloads）',
    'no-color': '输出不带颜色（同 NO_COLOR）',
    nodes: '节点数',
    on: '预设（ringscope list presets）、简写（如 8xH100-SXM5+8x400G）、拓扑文件，或拓扑（如 ring:8）',
    output: '把输出写入此文件',
    overlap: '通信被计算掩盖的比例，0 到 1',
    params: '模型的参数量，如 7B',
    quiet: 'stderr 上只输出错误',
    ranks: 'rank 数（默认每块 GPU 一个）',
    require: 'healthy：结论不为“正常”时退出码为 1',
    script: '输出功能相同的 POSIX shell 脚本，用于没有 Node.js 的节点：srun -N64 sh capture.sh DIR',
    short: '只输出一行结论和一项操作，便于发到聊天中',
    size: '消息大小，计法同 nccl-tests：512M、8G',
    sizes: '多个大小或一个范围：1M,64M,1G 或 1M-16G',
    'step-compute': '一个训练步的计算时间，用于计算通信所占的比例',
    verbose: '显示全部内容，不限长度',
    version: '显示版本',
    bandwidth: '所生成拓扑中每条链路的单向带宽（默认 50GB/s）',
    buffer: '两个 rank 之间的缓冲区，分为 8 个槽，同 NCCL_BUFFSIZE（默认不限）',
    draw: '逐步显示每个数据块发往何处（最多 8 个 rank）；加 --format dot 时输出调度图',
    jitter: '给消息增加指数分布的延迟，以 P99 给出：5us；只对一个发送方：5us@3',
    latency: '所生成拓扑中每条链路的延迟（默认 500ns）',
    'message-latency': '每条消息在链路延迟之外增加的延迟',
    'message-rate': '单条消息的最高速率，如一个通道或一个核的速率',
    order: '环中 rank 的顺序：0,3,2,1（可重复，表示多个环）',
    pieces: '流水线的分块数（默认取最快的）',
    'reduce-rate': 'rank 把收到的数据相加的速率（默认不限）',
    rings: '1：单个环；auto：互不共用链路的最佳一组环（默认两者都算）',
    root: 'broadcast、reduce、gather 和 scatter 的根',
    runs: '使用 --jitter 时的运行次数（默认 100）',
    seed: '使用 --jitter 时第一次运行的种子（默认 1）',
    'slow-link': '把一条连接的速率降到原来的一部分：0-3:0.5、GPU2-NVS0:0.25；0 表示去掉这条连接（可重复）',
    'slow-rank': '让一个 rank 迟到：3:50us（可重复）',
  },
  exitCodes: [
    ['0', '成功，没有达到 --fail-on 级别的发现'],
    ['1', '有达到 --fail-on 级别的发现，或不满足 --require healthy'],
    ['2', '用法错误'],
    ['3', '没有可识别的输入'],
    ['4', 'ringscope 自身出错'],
  ],
  problems: {
    'unknown-command': ({ seen, isPath }) => ({
      what: isPath ? `“${seen}”是路径，不是命令。` : `未知的命令“${seen}”。`,
      next: isPath ? `ringscope diagnose ${seen}` : 'ringscope --help',
    }),
    'unknown-option': ({ seen, command }) => ({ what: `未知的选项 ${seen}。`, next: `${command} --help` }),
    'option-without-value': ({ option }) => ({ what: `${option} 需要一个值。` }),
    'argument-missing': ({ argument, command }) => ({
      what: `缺少参数 <${argument}>。`,
      next: `ringscope ${command} --help`,
    }),
    'argument-extra': ({ count, command }) => ({
      what: `参数太多：ringscope ${command} 只接受一个参数，却给了 ${count} 个。`,
      next: `ringscope ${command} --help`,
    }),
    'choice-unknown': ({ option, seen, choices }) => ({
      what: `“${seen}”不是 ${option} 的有效值。`,
      expected: choices.join('、'),
    }),
    'value-unreadable': ({ option, seen, wanted }) => ({
      what: `${option} 的值“${seen}”无法识别。`,
      expected: WANTED[wanted],
    }),
    'option-needs': ({ option, needs }) => ({ what: `${option} 需要 ${needs}。`, next: `加上 ${needs}` }),
    'option-repeated': ({ option }) => ({
      what: `${option} 给了不止一次，但它只接受一个值。`,
      next: '只给一次，或对每个值各运行一次',
    }),
    'options-exclude': ({ option, other }) => ({
      what: `${option} 与 ${other} 不能同时使用。`,
      next: `去掉 ${option} 或 ${other}`,
    }),
    'collective-unknown': ({ seen }) => ({
      what: `未知的集合操作“${seen}”。`,
      next: 'ringscope list collectives',
    }),
    'machine-missing': ({ collective, command }) => ({
      what: '没有指明机器，而结果取决于机器。',
      expected: '--on 加预设或简写，如 8xH100-SXM5+8x400G',
      next: `ringscope ${command} ${collective} --on dgx-h100      全部预设：ringscope list presets`,
    }),
    'machine-unknown': ({ seen }) => ({
      what: `未知的机器“${seen}”。`,
      expected: '预设，或一个节点的简写：GPU 数 x 型号 + 网卡数 x 端口速率，如 8xH100-SXM5+8x400G',
      next: 'ringscope list presets',
    }),
    'nothing-simulated': ({ collective, topology, on, algorithm }) => ({
      what: `${algorithm === '' ? '没有算法能' : `${algorithm} 不能`}在 ${topology} 上运行 ${collective}，或者规模太大，无法模拟。`,
      next: `ringscope simulate ${collective} --on ${on}      可看到原因`,
    }),
    'topology-unknown': ({ seen, grammar, mostRanks }, print) => ({
      what: `无法由“${seen}”生成拓扑。`,
      expected:
        mostRanks === undefined
          ? either(grammar)
          : `${either(grammar)}，最多 ${print.count(mostRanks)} 个 rank`,
    }),
    'link-unknown': ({ a, b, topology, known, nodeExists }) => ({
      what: nodeExists ? `${topology} 上 ${a} 与 ${b} 之间没有链路。` : `${topology} 没有 ${a}。`,
      expected: nodeExists ? `${a} 的相邻节点：${either(known)}` : either(known),
    }),
    'schedule-unreadable': ({ path, fault }, print) => ({
      what: `${path}${place(lineOf(fault))}：${scheduleFaultText(fault, scheduleFile, print)}。`,
      expected: '能正确完成集合操作的 MSCCL 算法（XML）',
    }),
    'schedule-not-msccl': ({ algorithm, why }) => ({
      what: `${algorithm} 无法写成 MSCCL XML：${scheduleFile.notMsccl[why]}。`,
    }),
    'schedule-for-other': ({ path, is, ranks, wanted, topologyRanks }) => ({
      what: `${path} 是为 ${ranks} 个 rank 的 ${is} 编写的，不是为 ${topologyRanks} 个 rank 的 ${wanted}。`,
      next: `ringscope simulate ${is} --on star:${ranks} --algo ${path}`,
    }),
    'order-wrong': ({ ranks }) => ({
      what: '--order 中每个 rank 必须恰好出现一次。',
      expected: `0 到 ${ranks - 1}，顺序任意`,
    }),
    'rank-unknown': ({ option, seen, ranks }) => ({
      what: `${option}：rank ${seen} 不存在。`,
      expected: `0 到 ${ranks - 1}`,
    }),
    'too-many-messages': ({ option, messages, most }, print) => ({
      what: `${option} 无法显示 ${print.count(messages)} 条消息。`,
      expected: `最多 ${print.count(most)} 条`,
      next: '减少 rank，或减小 --pieces',
    }),
    'too-many-links': ({ topology, links, most }, print) => ({
      what: `${topology} 的链路太多，无法画出：${print.count(links)} 条。`,
      expected: `最多 ${print.count(most)} 条`,
    }),
    'draw-too-large': ({ most }) => ({
      what: `--draw 最多显示 ${most} 个 rank。`,
      next: '用 --on ring:4 或其他小拓扑',
    }),
    'machine-not-in-file': ({ path, why }) => ({
      what:
        why === 'cut'
          ? `${path} 中的矩阵不完整：缺少 GPU 之间的行或单元格。`
          : why === 'frame'
            ? `${path} 是供 NCCL 填充的框架：其中没有已知的 GPU 型号。`
            : `${path} 没有描述机器。`,
      expected:
        '拓扑文件（NCCL_TOPO_DUMP_FILE）、nvidia-smi topo -m 的输出、预设，或一个节点的简写，如 8xH100-SXM5+8x400G',
      next:
        why === 'nothing'
          ? `要把文件作为输入读取：ringscope diagnose ${path}`
          : '设 NCCL_TOPO_DUMP_FILE=topo.xml 运行任一 NCCL 程序，即可得到完整的文件',
    }),
    'ranks-too-many': ({ ranks, machine, gpus }) => ({
      what: `${machine} 只有 ${gpus} 块 GPU，容不下 ${ranks} 个 rank。`,
      next: '增大 --nodes，或减小 --ranks',
    }),
    'nics-missing': ({ machine, nodes }) => ({
      what: `${machine} 没有网卡，无法连接 ${nodes} 个节点。`,
      expected: '在简写中写明网卡，如 8xH100-SXM5+8x400G 中的 +8x400G',
      next: `加上一个节点的网卡：--on ${machine}+<网卡数>x<端口速率>，或去掉 --nodes`,
    }),
    'ranks-too-few': ({ collective }) => ({
      what: `${collective} 至少需要两个 rank：只有一个 rank 时不传输任何数据。`,
      next: '增大 --ranks，或换一台有多块 GPU 的机器',
    }),
    'option-without-effect': ({ option, collective }) => ({
      what: `${option} 对 ${collective} 不起作用。`,
      next: `去掉 ${option}`,
    }),
    'value-too-large': ({ option, seen, most }, print) => ({
      what: `${option} 太大：${print.count(seen)}。`,
      expected: `最多 ${print.count(most)}`,
    }),
    'sizes-reversed': ({ from, to }, print) => ({
      what: `-b（${print.bytes(from)}）大于 -e（${print.bytes(to)}）。`,
      next: '减小 -b，或增大 -e',
    }),
    'ranks-launched': ({ asked, launched }, print) => ({
      what: `-g ${print.count(asked)} 与启动器矛盾：启动器启动了 ${print.count(launched)} 个 rank。`,
      next: '去掉 -g',
    }),
    'perf-rows-too-many': ({ most }, print) => ({
      what: `这样会测量超过 ${print.count(most)} 行。`,
      next: '增大 -f 或 -i，减少 --algo 中的算法，或只给一个 -r',
    }),
    'perf-memory': ({ wantedBytes, mostBytes, ranks, transport }, print) => ({
      what: `-e 的缓冲区和 -n 的用时记录需要 ${print.count(ranks)} 个 rank 各有 ${print.bytes(wantedBytes)}，但只有 ${print.bytes(mostBytes)} 可用。`,
      next:
        transport === 'threads'
          ? '减小 -e，减少 rank，或用 --transport tcp（每个 rank 有 4 GiB）'
          : '减小 -e',
    }),
    'perf-algorithm': ({ algorithm, collective, ranks, known }) => ({
      what: `${algorithm} 不能在 ${ranks} 个 rank 上完成 ${collective}。`,
      expected: either(known),
    }),
    'perf-timeline-native': ({ algorithm, known }) => ({
      what: `--timeline 记录消息，而 ${algorithm} 不发送消息。`,
      expected: either(known),
    }),
    'algorithm-useless': ({ algorithm, collective, machine }) => ({
      what: `NCCL 在 ${machine} 上不用 ${algorithm} 运行 ${collective}。`,
      next: '去掉 --algo，看实际用哪种算法',
    }),
    'workload-unknown': ({ seen }) => ({
      what: `未知的模型“${seen}”。`,
      next: 'ringscope list workloads      其他模型：--params 7B --dtype bf16',
    }),
    'topic-unknown': ({ seen }) => ({
      what: `未知的条目“${seen}”。`,
      expected: '规则、集合操作、算法、链路、预设或术语',
      next: 'ringscope explain      列出全部条目',
    }),
    'list-unknown': ({ seen, choices }) => ({ what: `未知的列表“${seen}”。`, expected: choices.join('、') }),
    'path-missing': ({ path }) => ({ what: `${path} 不存在。` }),
    'inputs-missing': () => ({
      what: '没有给出输入。',
      expected: '文件、目录，或 -（标准输入）',
      next: 'ringscope diagnose all_reduce.txt --on dgx-a100      或：all_reduce_perf ... | ringscope diagnose -',
    }),
    'stdin-twice': () => ({ what: '标准输入（-）只能给一次。' }),
    'capture-failed': ({ folder, reason }) => ({
      what: `未能收集任何信息到 ${folder}：${reason}。`,
      expected: 'POSIX shell（sh）和可写的目录',
      next: 'ringscope capture -o DIR',
    }),
    'run-failed': ({ reason }) => ({ what: `运行失败：${reason}${/[。？！…]$/.test(reason) ? '' : '。'}` }),
    'same-file': ({ option, other }) => ({ what: `${option} 和 ${other} 指向同一个文件。` }),
    'output-unwritable': ({ path, reason }) => ({
      what: `无法写入 ${path}：${reason}。`,
      expected: '现有且可写的目录中的一个文件',
    }),
    unexpected: ({ reason }) => ({
      what: `这是 ringscope 的缺陷：${reason}`,
      next: '请报告此问题，并附上命令；可以的话，也附上输入。--verbose 显示出错的位置',
    }),
  },
  reading: (name, bytes, print) => `正在读取 ${name}：${print.bytes(bytes)}`,
  capture: {
    collected: ({ folder, sources, hosts }, print) =>
      `已从 ${print.count(hosts)} 台主机收集 ${print.count(sources)} 项信息，保存在 ${folder}`,
    missing: '缺少',
    status: { missing: '未找到', empty: '没有输出', partial: '不完整', timeout: '超时', failed: '失败' },
    handOn: (folder) => `可转交他人，或再次查看：ringscope diagnose ${folder}`,
  },
  written: (path) => `已写入 ${path}`,
  yours: '  你的数据  npm start -- my.log      只有一个数：npm start -- expect --help',
}
