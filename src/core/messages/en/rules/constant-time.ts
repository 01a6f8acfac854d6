/** English: constant-time. */
import type { ConstantTimeValues } from '../../../rules/number/constant-time.ts'
import { testProgram } from '../../nccl-tests.ts'
import type { RuleText } from '../../rule-text.ts'

export const constantTime: RuleText<ConstantTimeValues> = {
  name: 'the time does not depend on the size',
  about:
    'Error. Over three decades of size the time varies by less than 20 % and is more than ten times what the fabric needs: each call waits for something, such as a path that is set up anew or a timeout.',

  title: ({ collective, seconds, from, to }, print) =>
    `${collective} takes ${print.duration(seconds)} at every size from ${print.bytes(from)} to ${print.bytes(to)}`,
  detail: ({ seconds, latency }, print) =>
    `A transfer would take longer the more it carries. ${print.duration(seconds)} is ${print.number(seconds / latency)} times what the smallest call may take (${print.duration(latency)}): each call waits for something else, as where GPUs reach each other by a path that the platform only emulates.`,
  actions: ({ collective }) => [
    `NCCL_P2P_DISABLE=1 ${testProgram(collective)} -b 8 -e 64M -f 2: fast then means that peer-to-peer is what hangs (ACS, IOMMU, a virtual machine)`,
    'lspci -vvv | grep ACSCtl (as root): ReqRedir+ or CmpltRedir+ above a GPU redirects its traffic',
    'NCCL_DEBUG=INFO ... 2>&1 | tee nccl.log: which transport is used?',
  ],
  verify: ({ collective, latency }, print) =>
    `${testProgram(collective)} -b 8 -e 1M -f 2 starts at about ${print.duration(latency)} or below`,
  inOrder: 'time grows with size',
  explained: {
    knownBy:
      'One time within 20 % over a thousandfold range of sizes, more than ten times what the smallest size should take.',
    costs: 'Each call costs that time; training hardly moves.',
    todo: 'NCCL_P2P_DISABLE=1; ACS and IOMMU on the host (for a virtual machine: on the machine that carries it); NCCL_DEBUG=INFO.',
    verify: 'Small sizes take tens of microseconds again.',
  },
}
