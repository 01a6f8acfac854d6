/** 中文：命令行。 */
import type { CliTexts, ProblemValues } from '../cli.ts'

const WANTED: Readonly<Record<ProblemValues['value-unreadable']['wanted'], string>> = {
  bytes: '大小，如 512M、8G（与 nccl-tests 一样按二进制）、8GB 或 8GiB',
  sizes: '若干大小，如 1M,64M,1G，或范围，如 1M-16G（逐次加倍）',
  duration: '带单位的时间，如 12.4ms 或 120us',
  count: '数目，如 8、25.6M 或 70B',
  measured: '速率，如 310GB/s 或 200Gb/s（不写单位即 GB/s），或时间，如 12.4ms 加 --size 1G',
  share: '0 到 1 之间的比例，如 0.5',
  whole: '不小于 1 的整数',
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
    topo: '显示拓扑：谁经由什么到达谁，哪张网卡属于哪块 GPU，哪里不对称',
    explain: '解释一条规则、集合操作、链路、预设或术语',
    list: '列出 ringscope 所知道的',
  },
  arguments: {
    diagnose: '文件、目录，或 - 表示标准输入',
    expect:
      'all_reduce、all_gather、reduce_scatter、broadcast、reduce、gather、scatter、all_to_all 或 send_recv',
    topo: '预设、简写（如 8xH100-SXM5+8x400G）、含 nvidia-smi topo -m 输出的文件，或 -',
    explain: '例如 busbw、NVLS、all_gather、nvlink4、dgx-h100、number-is-healthy',
    list: '哪一张列表',
  },
  options: {
    algbw: '测得的速率是 algbw，不是 busbw',
    algo: '如同设了 NCCL_ALGO：只用这个算法',
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
    on: '机器：预设（ringscope list presets）或简写，如 8xH100-SXM5+8x400G',
    output: '把结果写入此文件',
    overlap: '通信被计算掩盖的比例，0 到 1',
    params: '模型的参数量，如 7B',
    quiet: 'stderr 上只有错误',
    ranks: 'rank 数；不给即全部 GPU',
    require: 'healthy：结论不是健康时退出码为 1',
    short: '一行结论加一个动作，便于贴到聊天里',
    size: '消息大小，按 nccl-tests 的算法：512M、8G',
    sizes: '若干大小或一个范围：1M,64M,1G 或 1M-16G',
    'step-compute': '一个训练步的计算时间，用来看通信占多少',
    verbose: '全部输出，不限长度',
    version: '显示版本',
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
    'options-exclude': ({ option, other }) => ({ what: `${option} 与 ${other} 不能同时用。` }),
    'collective-unknown': ({ seen }) => ({
      what: `没有集合操作“${seen}”。`,
      next: 'ringscope list collectives',
    }),
    'machine-missing': ({ collective }) => ({
      what: '哪台机器？好坏取决于它。',
      expected: '--on 加预设或简写，如 8xH100-SXM5+8x400G',
      next: `ringscope expect ${collective} --on dgx-h100      全部预设：ringscope list presets`,
    }),
    'machine-unknown': ({ seen }) => ({
      what: `没有机器“${seen}”。`,
      expected: '预设，或单个节点的简写：GPU 数 x 型号 + 网卡数 x 端口，如 8xH100-SXM5+8x400G',
      next: 'ringscope list presets',
    }),
    'machine-is-file': ({ path }) => ({
      what: `${path} 是文件；--on 指的是机器。`,
      expected: '预设，或单个节点的简写，如 8xH100-SXM5+8x400G',
      next: `把文件作为输入：ringscope diagnose ${path}`,
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
  written: (path) => `已写入 ${path}`,
  yours: '  你的数据  npm start -- my.log      只有一个数：npm start -- expect --help',
}
