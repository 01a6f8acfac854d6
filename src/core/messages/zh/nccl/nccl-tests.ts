/** 中文：knowledge/messages/nccl-tests.ts 各行的含义。 */
import type { ncclTests as rows } from '../../../knowledge/messages/nccl-tests.ts'
import type { Meanings } from '../../nccl-messages.ts'

export const ncclTests: Meanings<(typeof rows)[number][0]> = {
  'nt-timeout': '集合操作没有在测试规定的时间（-T）内完成',
  'nt-wrong': '集合操作的结果有误',
  'nt-reduce-max': '显存放不下最大的数据量，测试已将其减小',
  'nt-ngpus': '要求的 GPU 数量与实际的 GPU 数量不符',
  'nt-version': '测试程序编译时所用的 NCCL 版本与加载的版本不同',
  'nt-p2p-required': '这种测试方式要求所有 GPU 之间都有点对点访问，而有些 GPU 之间没有',
  'nt-requires': '这种测试方式需要的功能，这组 rank 并不具备',
}
