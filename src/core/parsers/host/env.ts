/**
 * Variables of NCCL and its relatives as `env`, `export`, `printenv`, `set` and files such as /etc/nccl.conf or
 * ~/.nccl.conf show them: NAME=value; and as files of Kubernetes and Docker Compose do. Other names are not kept: they may be secrets.
 */
import type { SettingFact } from '../../evidence/host-facts.ts'
import { redact } from '../../text/quote.ts'
import type { HostParser } from '../parser.ts'

const NAME = `(?:NCCL|RCCL|MSCCL|HSA|UCX|FI|OFI|TORCH_NCCL|HIP|CUDA|GPU|AWS_OFI|EFA)_[A-Z0-9_]+`
const VALUE = String.raw`("[^"]*"|'[^']*'|[^\s"';]*)`
/** What stands before NAME=value: shells, mpirun, docker run, lists of Docker Compose. */
const BEFORE = String.raw`export\s+|declare -x\s+|setenv\s+|-x\s+|-e\s+|--env[= ]\s*|-\s+["']?`
const SETTING = new RegExp(
  String.raw`^\s*(?:${BEFORE})?(${NAME})(?:\s*=\s*|(?<=setenv\s+\w+)\s+)${VALUE}["']?;?\s*\\?\s*(?:#.*)?$`,
)
/** Docker Compose and Kubernetes ConfigMaps: "NCCL_DEBUG: INFO". */
const MAPPED = new RegExp(String.raw`^\s+(${NAME}):\s+${VALUE}\s*(?:#.*)?$`)
/** Kubernetes: "- name: NCCL_IB_DISABLE", and in the next line "value: "1"". */
const NAMED = new RegExp(String.raw`^\s*-?\s*name:\s*["']?(${NAME})["']?\s*(?:#.*)?$`)
const VALUED = new RegExp(String.raw`^\s*value:\s*${VALUE}\s*(?:#.*)?$`)
/** The first letters of those names, and of what may stand before them. */
const MAY_BEGIN =
  /^\s*(?:export|declare|setenv|-x|-e|--env|(?:- +["']?)?(?:name: *["']?)?(?:NCCL_|RCCL_|MSCCL_|HSA_|UCX_|FI_|OFI_|TORCH_|HIP_|CUDA_|AWS_|EFA_|GPU_))/
/** Of the wider families only what bears on communication. */
const KEPT =
  /^(?:NCCL_|RCCL_|MSCCL|UCX_|FI_|OFI_NCCL_|TORCH_NCCL_|HSA_(?:FORCE_FINE_GRAIN_PCIE|NO_SCRATCH_RECLAIM|ENABLE_SDMA|OVERRIDE_GFX_VERSION|ENABLE_IPC_MODE_LEGACY)|HIP_VISIBLE_DEVICES|GPU_MAX_HW_QUEUES|CUDA_(?:VISIBLE_DEVICES|DEVICE_MAX_CONNECTIONS|DEVICE_ORDER|LAUNCH_BLOCKING))/

/** A path of a file that NCCL reads itself. */
const CONF_FILE = /(?:^|[/\\ .-])\.?(?:nccl|rccl)\.conf\b/i

export const env: HostParser = {
  kind: 'host',
  id: 'env',
  title: 'NCCL variables: env, export, nccl.conf, Kubernetes and Compose files',
  begins: (text) => MAY_BEGIN.test(text) && (settingIn(text) !== undefined || nameIn(text) !== undefined),
  read: (emit, { input, command }) => {
    const from: SettingFact['from'] =
      CONF_FILE.test(command) || (command === '' && CONF_FILE.test(input)) ? 'file' : 'environment'
    /** Of Kubernetes: its value stands in the next line. */
    let named: string | undefined
    return {
      line(text, place) {
        const value = named === undefined ? undefined : VALUED.exec(text)?.[1]
        const setting =
          named !== undefined && value !== undefined
            ? kept(named, value)
            : MAY_BEGIN.test(text)
              ? settingIn(text)
              : undefined
        if (setting) emit({ is: 'setting', ...setting, from, place: place() })
        named = MAY_BEGIN.test(text) ? nameIn(text) : undefined
      },
    }
  },
}

const nameIn = (text: string): string | undefined => (text.length > 2000 ? undefined : NAMED.exec(text)?.[1])

function settingIn(text: string): { readonly name: string; readonly value: string } | undefined {
  if (text.length > 2000) return undefined
  const [, name, value] = SETTING.exec(text) ?? MAPPED.exec(text) ?? []
  return name === undefined || value === undefined ? undefined : kept(name, value)
}

function kept(name: string, value: string): { readonly name: string; readonly value: string } | undefined {
  if (!KEPT.test(name)) return undefined
  const bare = value.replace(/^(["'])(.*)\1$/, '$2')
  return { name, value: redact(`${name}=${bare}`).slice(name.length + 1) }
}
