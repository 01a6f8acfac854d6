/** English: busbw-above-link. */
import type { BusbwAboveLinkValues } from '../../../rules/number/busbw-above-link.ts'
import { testProgram } from '../../nccl-tests.ts'
import type { RuleText } from '../../rule-text.ts'

export const busbwAboveLink: RuleText<BusbwAboveLinkValues> = {
  name: 'busbw above the rate of the links or the NICs',
  about:
    'Info. With NVLS the switch does the reduction, and each link carries algbw x (n+1)/n; on two nodes a tree sends half of what a ring sends. Such a number does not test the links; NCCL_ALGO=RING does.',

  title: ({ collective, measured, link, of }, print) =>
    `${collective} shows ${print.rate(measured)} busbw, more than the ${print.rate(link)} that ${of === 'nics' ? "a node's NICs" : "a GPU's links"} carry in one direction`,
  detail: ({ why, wire, ranks }, print) => {
    switch (why) {
      case 'nvls':
        return `This is expected: with NVLS the switch does the reduction, so each link carries less than busbw assumes. The rate on the wire is algbw x ${ranks + 1}/${ranks}${wire === undefined ? '' : ` = ${print.rate(wire)}`}.`
      case 'tree-on-two-nodes':
        return 'This is expected: on two nodes a tree sends the data across once in each direction, but busbw is computed as for a ring. It says nothing about the NICs.'
      case 'more-than-said':
        return 'Neither NVLS nor a tree on two nodes explains it: the machine has more links or NICs than ringscope was told, or the number is not busbw in GB/s.'
    }
  },
  actions: ({ why, collective }) =>
    why === 'more-than-said'
      ? [
          'Describe the machine with --on, for example --on 8xH100-SXM5+8x400G',
          'Is the number in Gb/s, or the sum of both directions? Give GB/s in one direction',
        ]
      : [
          `NCCL_ALGO=RING ${testProgram(collective)} -b 1G -e 16G -f 2: with a ring, busbw is what the links carry`,
        ],
  explained: {
    knownBy:
      'busbw compared with the rate of one GPU’s links (one node) or all NICs of a node (several nodes), in one direction.',
    costs: 'Nothing by itself, but such a number says nothing about the links.',
    todo: 'Use NCCL_ALGO=RING to test the links.',
    verify: 'With a ring, busbw stays below the rate of the links.',
  },
}
