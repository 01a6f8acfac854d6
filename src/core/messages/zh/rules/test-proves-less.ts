/** Chinese: test-proves-less. */
import type { TestProvesLessValues } from '../../../rules/number/test-proves-less.ts'
import { testProgram } from '../../nccl-tests.ts'
import type { RuleText } from '../../rule-text.ts'

export const testProvesLess: RuleText<TestProvesLessValues> = {
  name: '测试不能说明被当作说明的事',
  about: '信息。两节点用树不能检验网络，极小的大小不能检验带宽，主机内存不能检验 GPU 路径。',

  title: ({ why, collective, bytes, measured, nics = 0 }, print) => {
    switch (why) {
      case 'two-nodes-by-tree':
        return `两个节点上的 ${collective} 检验不了网络：默认算法会超过网卡的速率`
      case 'one-rail':
        return `每个节点一块 GPU 时，${print.count(nics)} 块网卡只用到一块：这次测试说明不了其余的`
      case 'tiny-sizes':
        return `${collective} 只测到 ${print.bytes(bytes)}：测的是延迟，说明不了带宽`
      case 'cpu-time':
        return `${collective} 的时间是 CPU 时间（-C）：是调用花了多久，而不是传输`
      case 'host-memory':
        return `${collective} 用主机内存达到 ${print.rate(measured)}：说明不了通往 GPU 的路径`
    }
  },
  detail: ({ why, measured, wire, nics = 0 }, print) => {
    switch (why) {
      case 'two-nodes-by-tree':
        return `两个节点之间，树形算法在每个方向只传一遍数据，而 busbw 按环形算法计算${wire === undefined ? '' : `：${print.rate(measured)} 对 ${print.count(nics)} 块网卡的 ${print.rate(wire)}`}。慢网卡可能被掩盖；到第三个节点时的下降也不是故障。`
      case 'one-rail':
        return `NCCL 由旁边的 GPU 驱动网卡。每个节点一块 GPU 时，${print.rate(measured)} 应与一块网卡相比，而不是 ${print.count(nics)} 块。`
      case 'tiny-sizes':
        return '低于 1 MiB 时，起决定作用的是内核启动和算法的步数；少了一半链路的机器看起来也一样。'
      case 'cpu-time':
        return '用 -C 时，时间列是 cputime；由此得出的带宽不作评判。'
      case 'host-memory':
        return 'GPUDirect RDMA 在 PCIe 上走另一条路，ACS、IOMMU 或缺少模块都可能把它封死，而主机内存仍是线速。'
    }
  },
  actions: ({ why, collective, ring, gpus = 0 }, print) => {
    switch (why) {
      case 'two-nodes-by-tree':
        return [
          `NCCL_ALGO=RING ${testProgram(collective)} -b 4G -e 16G -f 2${ring === undefined ? '' : `：网络正常时约为 ${print.rate(ring)}`}`,
          '或者用三个以上的节点',
        ]
      case 'one-rail':
        return [
          `每块 GPU 一个 rank：mpirun 每个节点 ${print.count(gpus)} 个进程，${testProgram(collective)} -g 1`,
        ]
      case 'tiny-sizes':
        return [`${testProgram(collective)} -b 8 -e 16G -f 2`]
      case 'cpu-time':
        return [`不加 -C：${testProgram(collective)} -b 8 -e 16G -f 2`]
      case 'host-memory':
        return [`两端都用 ${collective} --use_cuda=0（带 CUDA 编译的 perftest）`]
    }
  },
  explained: {
    knownBy: '节点数和 NCCL 在此选用的算法、每个节点的 rank 数、最大的消息、-C。',
    costs: '故障会一直藏到作业跑在更多节点上为止。',
    todo: '两个节点时用 NCCL_ALGO=RING，或用三个节点；每块 GPU 一个 rank；-e 16G。',
    verify: '数值不超过网卡的能力。',
  },
}
