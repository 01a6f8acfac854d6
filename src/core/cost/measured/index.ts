/** All measured tables that curves are taken from. */
import { awsB200FourNodes, awsB200OneNode } from './aws-b200.ts'
import { awsP4deTwoNodes } from './aws-p4de.ts'
import { awsP5OneNode, awsP5TwoNodes } from './aws-p5.ts'
import { nvl72 } from './gb200-nvl72.ts'
import { ibEightNodes, ibSixteenNodes, ibSixtyFourNodes } from './ib-h100.ts'
import { fiveH100RoceRing, ib128Gpus, twoDgxA100Ring } from './ib-small.ts'
import {
  superbenchAllGather,
  superbenchAllReduce,
  superbenchBroadcast,
  superbenchReduce,
  superbenchReduceScatter,
} from './superbench-a100.ts'
import type { MeasuredTable } from './table.ts'

export const measuredTables: readonly MeasuredTable[] = [
  awsP5OneNode,
  awsP5TwoNodes,
  awsP4deTwoNodes,
  superbenchAllReduce,
  superbenchAllGather,
  superbenchReduceScatter,
  superbenchBroadcast,
  superbenchReduce,
  awsB200OneNode,
  awsB200FourNodes,
  nvl72,
  ibEightNodes,
  ibSixteenNodes,
  ibSixtyFourNodes,
  ib128Gpus,
  twoDgxA100Ring,
  fiveH100RoceRing,
]
