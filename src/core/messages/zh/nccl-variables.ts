/** 中文：NCCL 和 RCCL 的变量。 */
import type { VariableTexts } from '../nccl-variables.ts'
import { meanings } from './nccl-variables-meanings.ts'

export const variables: VariableTexts = {
  meanings,
  labels: { default: '默认值', since: '始于', until: '止于', library: '读取者', meaning: '作用' },
  live: ({ version }) => `${version} 仍读取`,
}
