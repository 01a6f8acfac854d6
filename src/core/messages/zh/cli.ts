/** 中文：命令行。 */
import type { CliTexts, ProblemValues } from '../cli.ts'
import { lineOf, scheduleFaultText } from '../schedule-fault.ts'
import { scheduleFile } from './schedule-file.ts'

/** ":27" */
const place = (line: number | undefined): string => (line === undefined ? '' : `:${line}`)

const WANTED: Readonly<Record<ProblemValues['value-unreadable']['wanted'], string>> = {
  bytes: '大小，如 512M、8G（与 nccl-tests 一样按二进制）、8GB 或 8GiB',
  sizes: '若干大小，如 1M,64M,1G，或范围，如 1M-16G（逐次加倍）',
  duration: '带单位的时间，如 12.4ms 或 120us',
  count: '数目，如 8、25.6M 或 70B',
  measured: '速率，如 310GB/s 或 200Gb/s（不写单位即 GB/s），或时间，如 12.4ms 加 --size 1G',
  share: '0 到 1 之间的比例，如 0.5',
  whole: '不小于 1 的整数',
  number: '不小于 0 的整数',
  factor: '大于 1 的数，例如 2',
  root: '参与的 rank：0、1 …，或用 -1 逐个轮流',
  rate: '速率，如 50GB/s 或 400Gb/s',
  order: '每个 rank 恰好一次，如 0,3,2,1',
  'slow-link': '两端和 0 到 1 之间的比例，如 0-3:0.5',
  'slow-rank': 'rank 和时间，如 3:50us',
  jitter: '时间，或时间加 rank，如 5us 或 5us@3',
  rank: '参与其中的 rank：0、1 …',
  delay: 'rank 和时间，如 rank:3:5ms',
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
    diagnose: '读取手头的文件，说明是什么拖慢了通信',
    expect: '这台机器应达到多少？我的数值正常吗？',
    simulate: '在拓扑上逐条链路地模拟算法：多久、为什么、离极限多近',
    topo: '显示拓扑：谁经由什么到达谁，哪张网卡属于哪块 GPU，哪里不对称',
    explain: '解释规则、集合操作、算法、链路、预设、术语，或 NCCL 打印的一行',
    perf: '在这里的 CPU 上测量真实的集合操作：线程、TCP 进程或 MPI rank；与 GPU 无关',
    capture: '收集这台主机上 GPU、网卡、链路和设置的情况，并诊断；不需要 root，不改动任何东西',
    list: '列出 ringscope 所知道的',
  },
  arguments: {
    diagnose: '文件、目录，或 - 表示标准输入',
    expect:
      'all_reduce、all_gather、reduce_scatter、broadcast、reduce、gather、scatter、all_to_all 或 send_recv',
    simulate:
      'all_reduce、all_gather、reduce_scatter、broadcast、reduce、gather、scatter、all_to_all 或 send_recv',
    topo: '预设、简写（如 8xH100-SXM5+8x400G）、含 nvidia-smi topo -m 输出的文件、-，或 torus:4x4 之类的拓扑',
    explain: '例如 busbw、NVLS、all_gather、nvlink4、dgx-h100、number-is-healthy，或加引号的一行日志',
    perf: 'all_reduce、all_gather、reduce_scatter、broadcast、reduce、gather、scatter、all_to_all 或 send_recv',
    capture: '写在 -- 之后，在 NCCL_DEBUG=INFO 下运行的命令',
    list: '哪一张列表',
  },
  options: {
    'perf-aggregate': '一次迭代中的集合操作个数（nccl-tests 的 -m）',
    'perf-algo': '某个算法（list algorithms）、direct（threads）、mpi、auto 或 all；可用逗号列出几个',
    'perf-average': 'time 列：0 为 rank 0，1 为各 rank 的平均，2 为最快者，3 为最慢者',
    'perf-begin': '最小的大小（默认 32M）',
    'perf-blocking': '1：每次迭代前各 rank 先会合',
    'perf-check': '每个大小有几次运行要逐元素检查；0 为不检查（默认 1）',
    'perf-delay': '这个 rank 每次集合操作都晚到这么久，以观察掉队者的影响：rank:3:5ms（可重复）',
    'perf-each': '1：同时给出 nccl-tests 的 i_min、i_max、i_p99、i_cv% 列',
    'perf-end': '最大的大小（默认 32M）',
    'perf-factor': '下一个大小是上一个的几倍',
    'perf-increment': '下一个大小增加的字节数（默认 1M）',
    'perf-iterations': '每个大小测量的迭代次数（默认 20）',
    'perf-json': '把 nccl-tests 的 JSON（含百分位数）写入此文件',
    'perf-op': 'sum、prod、min、max 或 avg',
    'perf-pairs': '改为测量每一对 rank，给出矩阵',
    'perf-ranks': '在这里启动这么多个 rank（默认与核数相同）',
    'perf-report': '并诊断结果',
    'perf-root': 'broadcast、reduce、gather、scatter 的根；-1 为依次取每一个',
    'perf-bind': '核数足够时每个 rank 绑定一个核（与 mpirun 相同），或 none：由系统安排（core）',
    'perf-throttle': '把这个 rank 减速到其速率的一部分：rank:3:0.5（可重复）',
    'perf-timeline': '把最大一个大小的一次运行记录为 ui.perfetto.dev 的轨迹，并把所有大小与模拟对照',
    'perf-timeout': '一次集合操作等待其他 rank 的时间（默认 60s）',
    'perf-transport': 'threads（默认）、tcp（进程）或 mpi（由 mpirun 或 srun 启动）',
    'perf-type': '元素类型，名称同 nccl-tests：float、double、half、bfloat16、int8 … uint64',
    'perf-warmup': '正式测量之前的迭代次数（默认 5）',
    algbw: '测得的速率是 algbw，不是 busbw',
    algo: '只用这个算法：在机器上同 NCCL_ALGO；在拓扑上和 simulate 中用名称（list algorithms）或 all；simulate 也接受 MSCCL XML 文件',
    anonymise: '替换主机名、地址和序列号',
    'capture-folder': '写入的目录，每台主机一个子目录（默认 ringscope-capture）',
    baseline: '与此文件或目录中的运行比较（可重复）',
    dtype: '--params 的梯度类型：fp32、bf16、fp16 或 fp8',
    fabric: '节点之间的网络：ib、roce、efa、slingshot 或 tcp；加 ,oversub=2 表示 2:1 收敛',
    'fail-on': '有此级别或更严重的发现时退出码为 1：error、warning、info 或 never',
    format: '输出格式',
    help: '显示本帮助',
    json: '等同 --format json',
    lang: '输出语言：en 或 zh',
    measured: '你的数值：310GB/s、200Gb/s，或时间（如 12.4ms）加 --size',
    model: '已知模型，每步归约一次其梯度（见 ringscope list workloads）',
    'no-color': '不用颜色（同 NO_COLOR）',
    nodes: '节点数',
    on: '预设（ringscope list presets）、简写（如 8xH100-SXM5+8x400G）、拓扑文件，或拓扑（如 ring:8）',
    output: '把结果写入此文件',
    overlap: '通信被计算掩盖的比例，0 到 1',
    params: '模型的参数量，如 7B',
    quiet: 'stderr 上只有错误',
    ranks: 'rank 数；不给即全部 GPU',
    require: 'healthy：结论不是健康时退出码为 1',
    script: '打印为一个 POSIX shell 脚本，用于没有 Node 的节点：srun -N64 sh capture.sh DIR',
    short: '一行结论加一个动作，便于贴到聊天里',
    size: '消息大小，按 nccl-tests 的算法：512M、8G',
    sizes: '若干大小或一个范围：1M,64M,1G 或 1M-16G',
    'step-compute': '一个训练步的计算时间，用来看通信占多少',
    verbose: '全部输出，不限长度',
    version: '显示版本',
    bandwidth: '生成的拓扑中每条链路的单向带宽；默认 50GB/s',
    buffer: '两个 rank 之间的缓冲区（NCCL_BUFFSIZE），分 8 个槽使用；默认不限',
    draw: '逐步显示哪个 chunk 发往何处（最多 8 个 rank）；加 --format dot 时为调度图',
    jitter: '消息的额外延迟，指数分布，以 P99 给出：5us；只对一个发送者：5us@3',
    latency: '生成的拓扑中每条链路的延迟；默认 500ns',
    'message-latency': '每条消息在链路延迟之外的延迟',
    'message-rate': '单条消息不快于此：一个通道、一个核',
    order: '按此顺序的环：0,3,2,1（可重复：多个环）',
    pieces: '流水线切成的块数；默认取最佳值',
    'reduce-rate': '一个 rank 对收到的数据做加法的速率；默认不限',
    rings: '1：单个环；auto：互不共用链路的最佳环集；默认两者都算',
    root: 'broadcast、reduce、gather 和 scatter 的根',
    runs: '--jitter 的运行次数；默认 100',
    seed: '--jitter 运行的第一个种子；默认 1',
    'slow-link': '一条连接及其剩余比例：0-3:0.5、GPU2-NVS0:0.25，0-1:0 表示断开（可重复）',
    'slow-rank': '晚进入的 rank：3:50us（可重复）',
  },
  exitCodes: [
    ['0', '完成，没有达到 --fail-on 的发现'],
    ['1', '有达到 --fail-on 的发现，或未满足 --require healthy'],
    ['2', '用法错误'],
    ['3', '没有读懂任何输入'],
    ['4', 'ringscope 自身出错'],
  ],
  problems: {
    'unknown-command': ({ seen, isPath }) => ({
      what: isPath ? `“${seen}”是路径，不是命令。` : `没有命令“${seen}”。`,
      next: isPath ? `ringscope diagnose ${seen}` : 'ringscope --help',
    }),
    'unknown-option': ({ seen, command }) => ({ what: `没有选项 ${seen}。`, next: `${command} --help` }),
    'option-without-value': ({ option }) => ({ what: `${option} 需要一个值。` }),
    'argument-missing': ({ argument, command }) => ({
      what: `ringscope ${command} 需要 <${argument}>。`,
      next: `ringscope ${command} --help`,
    }),
    'argument-extra': ({ count, command }) => ({
      what: `ringscope ${command} 只接受一个参数，给了 ${count} 个。`,
      next: `ringscope ${command} --help`,
    }),
    'choice-unknown': ({ option, seen, choices }) => ({
      what: `${option} 不能是“${seen}”。`,
      expected: choices.join('、'),
    }),
    'value-unreadable': ({ option, seen, wanted }) => ({
      what: `${option} 读不懂：“${seen}”。`,
      expected: WANTED[wanted],
    }),
    'option-needs': ({ option, needs }) => ({ what: `${option} 需要 ${needs}。`, next: `加上 ${needs}` }),
    'option-repeated': ({ option }) => ({
      what: `${option} 给了不止一次；它只取一个值。`,
      next: '只给一次，或每个值运行一次',
    }),
    'options-exclude': ({ option, other }) => ({ what: `${option} 与 ${other} 不能同时用。` }),
    'collective-unknown': ({ seen }) => ({
      what: `没有集合操作“${seen}”。`,
      next: 'ringscope list collectives',
    }),
    'machine-missing': ({ collective, command }) => ({
      what: '哪台机器？好坏取决于它。',
      expected: '--on 加预设或简写，如 8xH100-SXM5+8x400G',
      next: `ringscope ${command} ${collective} --on dgx-h100      全部预设：ringscope list presets`,
    }),
    'machine-unknown': ({ seen }) => ({
      what: `没有机器“${seen}”。`,
      expected: '预设，或单个节点的简写：GPU 数 x 型号 + 网卡数 x 端口，如 8xH100-SXM5+8x400G',
      next: 'ringscope list presets',
    }),
    'nothing-simulated': ({ collective, topology, on, algorithm }) => ({
      what: `${topology} 上${algorithm === '' ? '没有算法能运行' : `，${algorithm} 不能运行`} ${collective}，或者规模太大无法模拟。`,
      next: `ringscope simulate ${collective} --on ${on}      说明原因`,
    }),
    'topology-unknown': ({ seen, grammar, mostRanks }, print) => ({
      what: `无法生成拓扑“${seen}”。`,
      expected:
        mostRanks === undefined
          ? grammar.join('、')
          : `${grammar.join('、')}，最多 ${print.count(mostRanks)} 个 rank`,
    }),
    'link-unknown': ({ a, b, topology, known, nodeExists }) => ({
      what: nodeExists ? `${topology} 上 ${a} 与 ${b} 之间没有链路。` : `${topology} 没有 ${a}。`,
      expected: nodeExists ? `${a} 连接到 ${known.join('、')}` : known.join('、'),
    }),
    'schedule-unreadable': ({ path, fault }, print) => ({
      what: `${path}${place(lineOf(fault))}：${scheduleFaultText(fault, scheduleFile, print)}。`,
      expected: '能正确完成集合操作的 MSCCL 算法（XML）',
    }),
    'schedule-not-msccl': ({ algorithm, why }) => ({
      what: `${algorithm} 无法写成 MSCCL XML：${scheduleFile.notMsccl[why]}。`,
    }),
    'schedule-for-other': ({ path, is, ranks, wanted, topologyRanks }) => ({
      what: `${path} 是 ${ranks} 个 rank 的 ${is}，不是 ${topologyRanks} 个 rank 的 ${wanted}。`,
      next: `ringscope simulate ${is} --on star:${ranks} --algo ${path}`,
    }),
    'order-wrong': ({ ranks }) => ({
      what: '--order 必须恰好列出每个 rank 一次。',
      expected: `0 到 ${ranks - 1} 的某个顺序`,
    }),
    'rank-unknown': ({ option, seen, ranks }) => ({
      what: `${option}：没有 rank ${seen}。`,
      expected: `0 到 ${ranks - 1}`,
    }),
    'too-many-messages': ({ option, messages, most }, print) => ({
      what: `${option}：${print.count(messages)} 条消息，多得无法显示。`,
      expected: `最多 ${print.count(most)} 条`,
      next: '减少 rank 数或 --pieces',
    }),
    'too-many-links': ({ topology, links, most }, print) => ({
      what: `${topology}：${print.count(links)} 条链路太多，无法画出。`,
      expected: `最多 ${print.count(most)} 条`,
    }),
    'draw-too-large': ({ most }) => ({
      what: `--draw 最多显示 ${most} 个 rank。`,
      next: '--on ring:4，或其他小拓扑',
    }),
    'machine-not-in-file': ({ path, why }) => ({
      what:
        why === 'cut'
          ? `${path} 中的矩阵被截断：缺少 GPU 之间的行或单元格。`
          : why === 'frame'
            ? `${path} 是由 NCCL 填充的框架：没有写明已知的 GPU 型号。`
            : `${path} 没有描述机器。`,
      expected:
        '拓扑文件（NCCL_TOPO_DUMP_FILE）、nvidia-smi topo -m、预设，或单个节点的简写，如 8xH100-SXM5+8x400G',
      next:
        why === 'nothing'
          ? `把文件作为输入：ringscope diagnose ${path}`
          : '用任一 NCCL 程序加 NCCL_TOPO_DUMP_FILE=topo.xml 可写出完整的文件',
    }),
    'ranks-too-many': ({ ranks, machine, gpus }) => ({
      what: `放不下 ${ranks} 个 rank：${machine} 有 ${gpus} 块 GPU。`,
      next: '加 --nodes，或减小 --ranks',
    }),
    'nics-missing': ({ machine, nodes }) => ({
      what: `${machine} 没有网卡，无法连接 ${nodes} 个节点。`,
      expected: '在简写中写明网卡，如 8xH100-SXM5+8x400G',
      next: `--on ${machine}+8x400G，或去掉 --nodes`,
    }),
    'ranks-too-few': ({ collective }) => ({
      what: `少于两个 rank 的 ${collective} 不传任何数据。`,
      next: '增大 --ranks，或换一台有多块 GPU 的机器',
    }),
    'option-without-effect': ({ option, collective }) => ({
      what: `${option} 对 ${collective} 没有意义。`,
      next: `去掉 ${option}`,
    }),
    'value-too-large': ({ option, seen, most }, print) => ({
      what: `${option} 太大：${print.count(seen)}。`,
      expected: `至多 ${print.count(most)}`,
    }),
    'sizes-reversed': ({ from, to }, print) => ({
      what: `-b（${print.bytes(from)}）大于 -e（${print.bytes(to)}）。`,
    }),
    'ranks-launched': ({ asked, launched }, print) => ({
      what: `-g ${print.count(asked)}：启动器已启动 ${print.count(launched)} 个 rank。`,
      next: '去掉 -g',
    }),
    'perf-rows-too-many': ({ most }, print) => ({
      what: `那会超过 ${print.count(most)} 行。`,
      next: '增大 -f 或 -i，减少 --algo，或只给一个 -r',
    }),
    'perf-memory': ({ wantedBytes, mostBytes, ranks, transport }, print) => ({
      what: `-e 的缓冲区和 -n 的计时需要 ${ranks} 个 rank 各有 ${print.bytes(wantedBytes)}；现有空间为 ${print.bytes(mostBytes)}。`,
      next: transport === 'threads' ? '减小 -e 或减少 rank；--transport tcp 时每个 rank 有 4 GiB' : '减小 -e',
    }),
    'perf-algorithm': ({ algorithm, collective, ranks, known }) => ({
      what: `${algorithm} 不能在 ${ranks} 个 rank 上完成 ${collective}。`,
      expected: known.join('、'),
    }),
    'perf-timeline-native': ({ algorithm, known }) => ({
      what: `--timeline 展示消息，而 ${algorithm} 不发送消息。`,
      expected: known.join('、'),
    }),
    'algorithm-useless': ({ algorithm, collective, machine }) => ({
      what: `NCCL 在 ${machine} 上不会用 ${algorithm} 做 ${collective}。`,
      next: '去掉 --algo 看实际用什么',
    }),
    'workload-unknown': ({ seen }) => ({
      what: `没有模型“${seen}”。`,
      next: 'ringscope list workloads      其他模型：--params 7B --dtype bf16',
    }),
    'topic-unknown': ({ seen }) => ({
      what: `不知道“${seen}”。`,
      expected: '规则、集合操作、链路、预设或术语',
      next: 'ringscope explain      列出全部条目',
    }),
    'list-unknown': ({ seen, choices }) => ({ what: `没有列表“${seen}”。`, expected: choices.join('、') }),
    'path-missing': ({ path }) => ({ what: `${path} 不存在。` }),
    'inputs-missing': () => ({
      what: '没有可读的输入。',
      expected: '文件、目录，或 - 表示标准输入',
      next: 'ringscope diagnose all_reduce.txt --on dgx-a100      或：all_reduce_perf ... | ringscope diagnose -',
    }),
    'stdin-twice': () => ({ what: '标准输入（-）只能读一次。' }),
    'capture-failed': ({ folder, reason }) => ({
      what: `无法收集到 ${folder}：${reason}。`,
      expected: 'POSIX shell（sh），以及可写的目录',
      next: 'ringscope capture -o DIR',
    }),
    'run-failed': ({ reason }) => ({ what: `运行失败：${reason}${/[。？！…]$/.test(reason) ? '' : '。'}` }),
    'same-file': ({ option, other }) => ({ what: `${option} 和 ${other} 指向同一个文件。` }),
    'output-unwritable': ({ path, reason }) => ({
      what: `无法写入 ${path}：${reason}。`,
      expected: '已存在且可写的目录中的文件',
    }),
    unexpected: ({ reason }) => ({
      what: `ringscope 出了不该出的错：${reason}`,
      next: '请附上命令和（可以的话）输入报告此问题；--verbose 显示出错位置',
    }),
  },
  reading: (name, bytes, print) => `正在读取 ${name}：${print.bytes(bytes)}`,
  capture: {
    collected: ({ folder, sources, hosts }, print) =>
      `已收集 ${print.count(hosts)} 台主机的 ${print.count(sources)} 项信息，保存在 ${folder}`,
    missing: '缺少',
    status: { missing: '没有', empty: '没有输出', partial: '不完整', timeout: '超时', failed: '失败' },
    handOn: (folder) => `转交他人，或再看一次：  ringscope diagnose ${folder}`,
  },
  written: (path) => `已写入 ${path}`,
  yours: '  你的数据  npm start -- my.log      只有一个数：npm start -- expect --help',
}
