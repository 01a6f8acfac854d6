/** English: the variables of NCCL and RCCL. */
import type { VariableTexts } from '../nccl-variables.ts'
import { meanings } from './nccl-variables-meanings.ts'

export const variables: VariableTexts = {
  meanings,
  labels: { default: 'default', since: 'since', until: 'until', library: 'read by', meaning: 'what it does' },
  live: ({ version }) => `still read by ${version}`,
}
