/**
 * The command that started a job, as scripts and prompts show it: mpirun (OpenMPI hands on only what -x or
 * mca_base_env_list names), srun (hands on everything unless --export says otherwise), NAME=value before a command.
 */
import type { LaunchFact } from '../../evidence/host-facts.ts'
import type { Place } from '../../evidence/place.ts'
import { redact } from '../../text/quote.ts'
import type { HostParser } from '../parser.ts'

const LAUNCHER =
  /^\s*(?:[$>#]\s+)?(?:(?:[A-Za-z_]\w*=\S*|sudo|time|exec|nohup|env|stdbuf \S+)\s+){0,40}(?:\S*\/)?(mpirun|mpiexec|orterun|prterun|srun)\s/
const ASSIGNED =
  /^\s*(?:[$>]\s+)?(?:env\s+)?(?:[A-Za-z_]\w*=\S*\s+){0,40}(?:NCCL|RCCL)_\w+=\S*\s+(?=[\w./-]*[a-z])/
const KEPT = /^(?:NCCL|RCCL|MSCCL|UCX|FI|OFI_NCCL|TORCH_NCCL|HSA|CUDA)_[A-Z0-9_]+$/
/** A pasted file is no command. */
const LONGEST = 16_000

export const launchCommand: HostParser = {
  kind: 'host',
  id: 'launch-command',
  title: 'mpirun and srun command lines',
  begins: (text) =>
    (text.includes('run') && LAUNCHER.test(text)) || (text.includes('CCL_') && ASSIGNED.test(text)),
  read(emit) {
    let command: { text: string; readonly place: Place } | undefined
    const finish = () => {
      if (!command) return
      const { text, place } = command
      command = undefined
      const words = wordsOf(text)
      for (const [name, value] of assignments(words))
        if (KEPT.test(name))
          emit({
            is: 'setting',
            name,
            value: redact(`${name}=${value}`).slice(name.length + 1),
            from: 'command',
            place,
          })
      const launch = launchOf(text, words, place)
      if (launch) emit(launch)
    }
    return {
      line(text, place) {
        if (!command && !LAUNCHER.test(text) && !ASSIGNED.test(text)) return
        const goesOn = /\\\s*$/.test(text)
        const part = text.replace(/\\\s*$/, ' ')
        if (!command) command = { text: part, place: place() }
        else if (command.text.length < LONGEST) command.text += part
        if (!goesOn) finish()
      },
      end: finish,
    }
  },
}

/** Words as a shell parts them; quotes hold together. */
const wordsOf = (text: string): readonly string[] =>
  [...text.matchAll(/(?:[^\s"']|"[^"]*"|'[^']*')+/g)].map(([word]) => word.replace(/["']/g, ''))

/** NAME=value as words of their own, after -x, -e and -genv, and in --export=A=1,B=2. */
function assignments(words: readonly string[]): readonly (readonly [name: string, value: string])[] {
  return words.flatMap((word, at): (readonly [string, string])[] => {
    if (words[at - 1] === '-genv' || words[at - 1] === '-env') return [[word, words[at + 1] ?? '']]
    const listed = /^--export=(.*)$/.exec(word)?.[1] ?? (words[at - 1] === '--export' ? word : undefined)
    // A comma inside a value (mlx5_0,mlx5_1) is followed by no name of a variable.
    const parts = listed === undefined ? [word] : listed.split(/,(?=[A-Z][A-Z0-9_]*(?:=|,|$))/)
    return parts.flatMap((part): (readonly [string, string])[] => {
      const [, name, value] = /^(?:--env=|-x|-e)?([A-Za-z_]\w*)=(.*)$/.exec(part) ?? []
      return name === undefined || value === undefined ? [] : [[name, value]]
    })
  })
}

/** NAME=value before the launcher, as a shell sets it for that command alone. */
function inFrontOf(words: readonly string[]): readonly string[] {
  const names: string[] = []
  for (const word of words) {
    const name = /^([A-Za-z_]\w*)=/.exec(word)?.[1]
    if (name !== undefined) names.push(name)
    else if (!/^(?:[$>#]|sudo|time|exec|nohup|env|stdbuf|-\S+)$/.test(word)) break
  }
  return names
}

function launchOf(text: string, words: readonly string[], place: Place): LaunchFact | undefined {
  const program = LAUNCHER.exec(text)?.[1]
  if (program === undefined) return undefined
  const after = (...options: readonly string[]): string | undefined => {
    const at = words.findIndex((word) =>
      options.some((option) => word === option || word.startsWith(`${option}=`)),
    )
    const word = words[at]
    return word === undefined
      ? undefined
      : word.includes('=')
        ? word.slice(word.indexOf('=') + 1)
        : words[at + 1]
  }
  if (program === 'srun') {
    const listed = after('--export')
    const names = listed?.split(',').map((part) => part.split('=')[0] ?? '')
    const nodes = Number(after('-N', '--nodes') ?? /\s-N(\d+)\b/.exec(text)?.[1])
    return {
      is: 'launch',
      launcher: 'srun',
      exports: names === undefined || names.includes('ALL') ? 'all' : names.filter((name) => name !== 'NONE'),
      ...(nodes > 0 ? { nodes } : {}),
      place,
    }
  }
  const handed = words.flatMap((word, at) =>
    words[at - 1] === '-x'
      ? [word.split('=')[0] ?? '']
      : /^mca_base_env_list$/.test(words[at - 1] ?? '')
        ? word.split(/[;,]/).map((part) => part.split('=')[0] ?? '')
        : [],
  )
  // Only OpenMPI has these options; the launchers of MPICH and Intel MPI hand on everything by themselves.
  const isOpenMpi =
    handed.length > 0 || /\s(?:--?mca|--allow-run-as-root|--?map-by|-npernode|--bind-to)\b/.test(text)
  const nodes = nodesOf(after, words)
  return {
    is: 'launch',
    launcher: 'mpirun',
    exports: isOpenMpi ? handed : 'all',
    inFront: inFrontOf(words),
    ...(nodes === undefined ? {} : { nodes }),
    place,
  }
}

function nodesOf(
  after: (...options: readonly string[]) => string | undefined,
  words: readonly string[],
): number | undefined {
  const hosts = after('-H', '--host', '-host', '-hosts')
  if (hosts !== undefined) return hosts.split(',').length
  const ranks = Number(after('-np', '-n', '--np', '-c'))
  const each = Number(
    after('-N', '-npernode', '--npernode', '-ppn', '-perhost') ??
      words.flatMap((word) => /^ppr:(\d+):node/.exec(word)?.[1] ?? [])[0],
  )
  return ranks > 0 && each > 0 ? Math.ceil(ranks / each) : undefined
}
