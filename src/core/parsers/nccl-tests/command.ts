/** The command line that a run of nccl-tests was started with: which test, and which NCCL variables. */
import { type Source, sameName, type TestsRead } from './source.ts'
import { variablesIn } from './variables.ts'

const TEST =
  /(?:^|[\s/"'`])((?:all_?reduce|all_?gather|reduce_?scatter|broadcast|reduce|gather|scatter|all_?to_?allv?|sendrecv|hypercube)_perf)(?:_mpi)?\b/

/** "all_reduce_perf" of "mpirun -np 16 ./build/all_reduce_perf -b 8 -e 8G". */
const operationIn = (text: string): string | undefined =>
  text.includes('_perf') ? TEST.exec(text)?.[1] : undefined

const ASSIGNED = /^[$>%\s]*(?:env\s+)?(?:[A-Za-z_]\w*=\S*\s+)*[A-Z][A-Z0-9_]*=/
const STARTED =
  /^[$>%\s]*(?:sudo\s+)?(?:[\w./-]*\/)?(?:mpirun|mpiexec|orterun|prterun|srun|docker|podman|kubectl|env|export|setenv|torchrun)\b/

/** A line of a shell: an export, a launcher, an assignment before a command. Prose that mentions a variable is none. */
const isCommand = (text: string): boolean =>
  STARTED.test(text) ||
  ASSIGNED.test(text) ||
  /\s-x\s+"?[A-Z]/.test(text) ||
  /^-x\s/.test(text) ||
  / -b \S+ -e \S+/.test(text)

const isExport = (text: string): boolean => /^[$>%\s]*(?:export|setenv)\s/.test(text)

/** Lines that set variables, in one source; no script has as many. */
const MOST_COMMANDS = 2000

/** What a command says of the run that it starts, or an export of all that follow. */
export function readCommand(read: TestsRead, source: Source, text: string): void {
  const command = source.inCommand || isCommand(text)
  source.inCommand = command && text.trimEnd().endsWith('\\')
  const name = operationIn(text)
  if (name !== undefined) source.operation = sameName(read, name)
  if (!command) return
  if (++source.commands > MOST_COMMANDS) return
  const variables = variablesIn(text)
  if (isExport(text)) source.exported = { ...source.exported, ...variables }
  else source.variables = { ...source.variables, ...variables }
}
