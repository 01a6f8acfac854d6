/** English: what the rows of knowledge/messages/nccl-tests.ts mean. */
import type { ncclTests as rows } from '../../../knowledge/messages/nccl-tests.ts'
import type { Meanings } from '../../nccl-messages.ts'

export const ncclTests: Meanings<(typeof rows)[number][0]> = {
  'nt-timeout': 'a collective did not finish within the time limit of the test (-T)',
  'nt-wrong': 'the result of a collective is wrong',
  'nt-reduce-max': 'the largest size was reduced because GPU memory is too small for it',
  'nt-ngpus': 'the number of GPUs asked for does not fit those that are there',
  'nt-version': 'the test was built with another NCCL version than the one it loaded',
  'nt-p2p-required':
    'this mode of the test needs peer-to-peer access between all GPUs, and some pairs have none',
  'nt-requires': 'this mode of the test needs a feature that this group of ranks does not have',
}
