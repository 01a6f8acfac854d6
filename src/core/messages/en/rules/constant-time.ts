/** English: constant-time. */
import type { ConstantTimeValues } from '../../../rules/number/constant-time.ts'
import { testProgram } from '../../nccl-tests.ts'
import type { RuleText } from '../../rule-text.ts'

export const constantTime: RuleText<ConstantTimeValues> = {
  name: 'the time does not depend on the size',
  about:
    'Error. Over three decades of size the time varies by less than 20 % and is more than ten times what the fabric needs: each call waits for something, such as a timeout or a path that is set up again each time.',

  title: ({ collective, seconds, from, to }, print) =>
    `${collective} takes ${print.duration(seconds)} at every size from ${print.bytes(from)} to ${print.bytes(to)}`,
  detail: ({ seconds, latency }, print) =>
    `The time of a transfer should grow with its size. ${print.duration(seconds)} is ${print.number(seconds / latency)} times what the smallest call should take (${print.duration(latency)}), so each call waits for something else, for example because the platform only emulates the path between the GPUs.`,
  actions: ({ collective }) => [
    `NCCL_P2P_DISABLE=1 ${testProgram(collective)} -b 8 -e 64M -f 2: if this is fast, peer-to-peer stalls (ACS, IOMMU, a virtual machine)`,
    'lspci -vvv | grep ACSCtl (as root): ReqRedir+ or CmpltRedir+ above a GPU redirects its traffic',
    'NCCL_DEBUG=INFO ... 2>&1 | tee nccl.log: which transport is used?',
  ],
  verify: ({ collective, latency }, print) =>
    `${testProgram(collective)} -b 8 -e 1M -f 2 starts at about ${print.duration(latency)} or below`,
  inOrder: 'time grows with size',
  explained: {
    knownBy:
      'The time stays within 20 % over a thousandfold range of sizes and is more than ten times what the smallest size should take.',
    costs: 'Each call costs that time, so training makes hardly any progress.',
    todo: 'Try NCCL_P2P_DISABLE=1. Check ACS and IOMMU (for a virtual machine: on its host). Read the log of NCCL_DEBUG=INFO.',
    verify: 'Small sizes take tens of microseconds again.',
  },
}
