/** The variables that a command sets, or that an environment holds: NCCL's and its relatives', and which GPUs a program sees. */
import { redact } from '../../text/quote.ts'

/** The only names that are kept: NCCL's, its relatives' and its transports'. Everything else may be a secret. */
const KEPT_NAME = /^(?:(?:NCCL|RCCL|UCX|FI|TORCH_NCCL)_[A-Z0-9_]+|(?:CUDA|HIP)_VISIBLE_DEVICES)$/

const ASSIGNMENT =
  /(?<![\w$])((?:NCCL|RCCL|UCX|FI|TORCH_NCCL)_[A-Z0-9_]+|(?:CUDA|HIP)_VISIBLE_DEVICES)(?:=|(?<=setenv\s+\w+)\s+)("[^"]*"|'[^']*'|[^\s;"'`\\]*)/g

/** NCCL_X=… of a command: "-x NCCL_IB_HCA=mlx5_0,mlx5_1", "export NCCL_ALGO=Ring", "--export=ALL,NCCL_DEBUG=INFO". */
export function variablesIn(text: string): Readonly<Record<string, string>> {
  if (!text.includes('CCL_') && !text.includes('UCX_') && !text.includes('FI_') && !text.includes('VISIBLE_'))
    return {}
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
