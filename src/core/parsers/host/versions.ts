/**
 * Versions of what communication stands on: `uname -a`, /proc/driver/nvidia/version, `ofed_info -s`, the head of
 * nvidia-smi, /etc/os-release, libnccl's file name, /opt/rocm/.info/version.
 */
import type { VersionFact } from '../../evidence/host-facts.ts'
import type { HostParser } from '../parser.ts'

/** The first group is the version. */
const SIGNS: readonly (readonly [VersionFact['of'], string, RegExp])[] = [
  ['kernel', 'Linux ', /^Linux \S+ (\d+\.\d+\.\d\S*) .*GNU\/Linux$/],
  ['driver', 'NVRM version:', /^NVRM version: NVIDIA .*? (\d+\.\d+(?:\.\d+)*) /],
  ['driver', 'Driver Version:', /^\| NVIDIA-SMI .*Driver Version: (\d+\.\d+(?:\.\d+)*)/],
  ['cuda', 'CUDA Version:', /^\| NVIDIA-SMI .*CUDA Version: (\d+\.\d+)/],
  ['ofed', 'OFED', /^(?:MLNX_OFED_LINUX|OFED-internal|DOCA-OFED|doca-ofed)-([\w.-]+):?\s*$/i],
  ['nccl', 'libnccl.so.', /libnccl\.so\.(\d+\.\d+\.\d+)\b/],
  ['nccl', 'NCCL_VERSION=', /^NCCL_VERSION=(\d+\.\d+\.\d+)/],
  ['rocm', 'ROCm version', /^ROCm version:? (\d+\.\d+(?:\.\d+)?)/],
  ['os', 'PRETTY_NAME=', /^PRETTY_NAME="?([^"]+)"?$/],
]

const signOf = (text: string) =>
  SIGNS.filter(([, word, pattern]) => text.includes(word) && pattern.test(text))

/** Most of these lines begin with one of few letters; the rest name the library. */
const mayBegin = (text: string): boolean =>
  'LN|MODdPR'.includes(text.charAt(0)) || text.includes('libnccl.so.')

export const versions: HostParser = {
  kind: 'host',
  id: 'versions',
  title: 'versions: uname, driver, OFED, NCCL',
  begins: (text) => mayBegin(text) && signOf(text).length > 0,
  read: (emit) => ({
    line(text, place) {
      for (const [of, , pattern] of signOf(text)) {
        const version = pattern.exec(text)?.[1]
        if (version !== undefined) emit({ is: 'version', of, version: version.slice(0, 60), place: place() })
      }
    },
  }),
}
