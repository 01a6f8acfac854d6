/** 中文：knowledge/messages/topics.ts 各主题的原因和处理办法。 */
import type { Topic } from '../../../knowledge/messages/topics.ts'
import type { Advice } from '../../nccl-messages.ts'
import { adviceGpu } from './advice-gpu.ts'
import { adviceJob } from './advice-job.ts'
import { adviceNetwork } from './advice-network.ts'

export const advice: Readonly<Record<Topic, Advice>> = { ...adviceNetwork, ...adviceGpu, ...adviceJob }
