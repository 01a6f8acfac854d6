/**
 * Variables of NCCL and its relatives as `env`, `export`, `printenv`, `set` and files such as /etc/nccl.conf or
 * ~/.nccl.conf show them: NAME=value. Other names are not kept: they may be secrets.
 */
import type { SettingFact } from '../../evidence/host-facts.ts'
import { redact } from '../../text/quote.ts'
import type { HostParser } from '../parser.ts'

const SETTING =
  /^\s*(?:export\s+|declare -x\s+|setenv\s+|-x\s+)?((?:NCCL|RCCL|MSCCL|HSA|UCX|FI|OFI|TORCH_NCCL|HIP|CUDA|GPU|AWS_OFI|EFA)_[A-Z0-9_]+)(?:\s*=\s*|(?<=setenv\s+\w+)\s+)("[^"]*"|'[^']*'|[^\s"';]*);?\s*(?:#.*)?$/
/** The first letters of those names, and of what may stand before them. */
const MAY_BEGIN =
  /^\s*(?:export|declare|setenv|-x|NCCL_|RCCL_|MSCCL_|HSA_|UCX_|FI_|OFI_|TORCH_|HIP_|CUDA_|AWS_|EFA_|GPU_)/
/** Of the wider families only what bears on communication. */
const KEPT =
  /^(?:NCCL_|RCCL_|MSCCL|UCX_|FI_|OFI_NCCL_|TORCH_NCCL_|HSA_(?:FORCE_FINE_GRAIN_PCIE|NO_SCRATCH_RECLAIM|ENABLE_SDMA|OVERRIDE_GFX_VERSION|ENABLE_IPC_MODE_LEGACY)|HIP_VISIBLE_DEVICES|GPU_MAX_HW_QUEUES|CUDA_(?:VISIBLE_DEVICES|DEVICE_MAX_CONNECTIONS|DEVICE_ORDER|LAUNCH_BLOCKING))/

/** A path of a file that NCCL reads itself. */
const CONF_FILE = /(?:^|[/\\ .-])\.?(?:nccl|rccl)\.conf\b/i

export const env: HostParser = {
  kind: 'host',
  id: 'env',
  title: 'NCCL variables: env, export, nccl.conf',
  begins: (text) => MAY_BEGIN.test(text) && settingIn(text) !== undefined,
  read: (emit, { input, command }) => {
    const from: SettingFact['from'] =
      CONF_FILE.test(command) || (command === '' && CONF_FILE.test(input)) ? 'file' : 'environment'
    return {
      line(text, place) {
        const setting = MAY_BEGIN.test(text) ? settingIn(text) : undefined
        if (setting) emit({ is: 'setting', ...setting, from, place: place() })
      },
    }
  },
}

function settingIn(text: string): { readonly name: string; readonly value: string } | undefined {
  if (text.length > 2000) return undefined
  const [, name, value] = SETTING.exec(text) ?? []
  if (name === undefined || value === undefined || !KEPT.test(name)) return undefined
  const bare = value.replace(/^(["'])(.*)\1$/, '$2')
  return { name, value: redact(`${name}=${bare}`).slice(name.length + 1) }
}
