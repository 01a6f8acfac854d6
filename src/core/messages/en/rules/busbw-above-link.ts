/** English: busbw-above-link. */
import type { BusbwAboveLinkValues } from '../../../rules/number/busbw-above-link.ts'
import { testProgram } from '../../nccl-tests.ts'
import type { RuleText } from '../../rule-text.ts'

export const busbwAboveLink: RuleText<BusbwAboveLinkValues> = {
  name: 'busbw above the link or the NICs, and why that is right',
  about:
    'Info. With NVLS the switch adds, and the wire carries algbw x (n+1)/n; on two nodes a tree sends half of what a ring sends. Such a number does not test the wire: NCCL_ALGO=RING does.',

  title: ({ collective, measured, link, of }, print) =>
    `${collective} shows ${print.rate(measured)} busbw, more than the ${print.rate(link)} that ${of === 'nics' ? "a node's NICs" : "a GPU's links"} carry in one direction`,
  detail: ({ why, wire, ranks }, print) => {
    switch (why) {
      case 'nvls':
        return `That is right: with NVLS the switch adds, and less crosses each link than busbw supposes. On the wire it is algbw x ${ranks + 1}/${ranks}${wire === undefined ? '' : ` = ${print.rate(wire)}`}.`
      case 'tree-on-two-nodes':
        return 'That is right: on two nodes a tree sends the data across once in each direction, while busbw counts as if it were a ring. It says nothing of the NICs.'
      case 'more-than-said':
        return 'Neither NVLS nor a tree on two nodes accounts for it here: the machine has more links or NICs than was said, or the number is not busbw in GB/s.'
    }
  },
  actions: ({ why, collective }) =>
    why === 'more-than-said'
      ? [
          'Say the machine with --on as it is, for instance --on 8xH100-SXM5+8x400G',
          'Was it Gb/s, or both directions added? Give GB/s of one direction',
        ]
      : [
          `NCCL_ALGO=RING ${testProgram(collective)} -b 1G -e 16G -f 2: with a ring, busbw is what the links carry`,
        ],
  explained: {
    knownBy: 'busbw beside the links of a GPU (one node) or all NICs of a node (several) in one direction.',
    costs: 'Nothing by itself; but such a number says nothing of the wire.',
    todo: 'NCCL_ALGO=RING where the wire is to be tested.',
    verify: 'The ring stays below the links.',
  },
}
