/** The command line that a run of nccl-tests was started with: which test, and which NCCL variables. */
import { redact } from '../../text/quote.ts'

const TEST =
  /(?:^|[\s/"'`])((?:all_?reduce|all_?gather|reduce_?scatter|broadcast|reduce|gather|scatter|all_?to_?allv?|sendrecv|hypercube)_perf)(?:_mpi)?\b/

/** "all_reduce_perf" of "mpirun -np 16 ./build/all_reduce_perf -b 8 -e 8G". */
export const operationIn = (text: string): string | undefined =>
  text.includes('_perf') ? TEST.exec(text)?.[1] : undefined

const ASSIGNED = /^[$>%\s]*(?:env\s+)?(?:[A-Za-z_]\w*=\S*\s+)*[A-Z][A-Z0-9_]*=/
const STARTED =
  /^[$>%\s]*(?:sudo\s+)?(?:[\w./-]*\/)?(?:mpirun|mpiexec|orterun|prterun|srun|docker|podman|kubectl|env|export|setenv|torchrun)\b/

/** A line of a shell: an export, a launcher, an assignment before a command. Prose that mentions a variable is none. */
export const isCommand = (text: string): boolean =>
  STARTED.test(text) ||
  ASSIGNED.test(text) ||
  /\s-x\s+"?[A-Z]/.test(text) ||
  /^-x\s/.test(text) ||
  / -b \S+ -e \S+/.test(text)

export const isExport = (text: string): boolean => /^[$>%\s]*(?:export|setenv)\s/.test(text)

/** The only names that are kept: NCCL's, its relatives' and its transports'. Everything else may be a secret. */
const KEPT_NAME = /^(?:NCCL|RCCL|UCX|FI|TORCH_NCCL)_[A-Z0-9_]+$/

const ASSIGNMENT =
  /(?<![\w$])((?:NCCL|RCCL|UCX|FI|TORCH_NCCL)_[A-Z0-9_]+)(?:=|(?<=setenv\s+\w+)\s+)("[^"]*"|'[^']*'|[^\s;"'`\\]*)/g

/** NCCL_X=… of a command: "-x NCCL_IB_HCA=mlx5_0,mlx5_1", "export NCCL_ALGO=Ring", "--export=ALL,NCCL_DEBUG=INFO". */
export function variablesIn(text: string): Readonly<Record<string, string>> {
  if (!text.includes('CCL_') && !text.includes('UCX_') && !text.includes('FI_')) return {}
  return keptVariables(
    [...text.matchAll(ASSIGNMENT)].map(([, name = '', value = '']) => [
      name,
      // In --export=A=1,B=2 the comma ends the value; in NCCL_IB_HCA=mlx5_0,mlx5_1 it does not.
      value.replace(/^(["'])(.*)\1$/, '$2').replace(/,[A-Z][A-Z0-9_]*=.*$/, ''),
    ]),
  )
}

/** Of an environment, what may be kept and quoted. */
export function keptVariables(
  variables: Iterable<readonly [name: string, value: string]>,
): Readonly<Record<string, string>> {
  const kept = [...variables].filter(([name]) => KEPT_NAME.test(name))
  return Object.fromEntries(
    kept.map(([name, value]) => [name, redact(`${name}=${value}`).slice(name.length + 1)]),
  )
}
