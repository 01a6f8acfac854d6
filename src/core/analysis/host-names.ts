/** The host that a file's name tells of: "gpu-07.txt", "gpu-07/all_reduce.log", "all_reduce_gpu-07.txt". */

/** A word and a number, as hosts are numbered; what names runs, collectives, sizes and GPU models so is left out. */
const HOST = /^[a-z][a-z0-9-]*?\d+[a-z]?$/i
const NO_HOST =
  /^(run|test|try|log|out|new|old|rank|ranks|step|job|iter|size|bench|part|copy|case|v|nccl\w*|rccl\w*|rtx-?\d+|[abhlptv]\d{1,3}[a-z]*|gb\d+|gh\d+|mi\d+\w*|n\d+g\d+)-?\d*$/i

/** What prints a file: "ibstat-gpu21.txt" is of gpu21. */
const TOOL =
  '(?:ibstat|ibstatus|ibv[-_]devinfo|ibnetdiscover|rdma|lspci|lscpu|numactl|dmidecode|dmesg|topo|nvidia-smi|rocm-smi|amd-smi|nvlink|ethtool|ip-link|env|df|lsmod|sysctl|interrupts|nccl|log)'
const WITH_TOOL = new RegExp(`^${TOOL}-+|-+${TOOL}$`, 'gi')

/** Undefined where the name tells nothing. The file's own name counts before its folder. */
export function hostInName(input: string): string | undefined {
  const [file = '', folder = ''] = input.split(/[\\/]/).reverse()
  return [file.replace(/\.[a-z]{2,5}$/i, ''), folder]
    .flatMap((part) => part.split(/[_.\s,=]+/))
    .map((word) => word.replace(WITH_TOOL, ''))
    .find((word) => HOST.test(word) && !NO_HOST.test(word))
}
