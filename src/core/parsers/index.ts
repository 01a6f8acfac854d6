/** All parsers, in the order in which files are offered to them. Adding one: docs/add-a-parser.md. */
import { ncclTests } from './nccl-tests.ts'
import type { Parser } from './parser.ts'

export const parsers: readonly Parser[] = [ncclTests]
