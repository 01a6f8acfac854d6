/**
 * `ringscope capture` as one POSIX shell script without dependencies: `sh capture.sh /shared/dir` on nodes where nobody
 * installs Node. The command runs this very script. It reads; it writes nothing but its folder.
 */
import { SAMPLED, SOURCES, type Source } from './sources.ts'

/** The whole script. `version` is ringscope's. */
export function captureScript(version: string): string {
  return [HEAD, CLEANING, COLLECTING, SOURCES.map(rowOf).join('\n'), RUNNING]
    .join('\n')
    .replaceAll('@VERSION@', version)
    .replaceAll('@SAMPLED@', rowOf(SAMPLED))
    .replaceAll('@{', DOLLAR_BRACE)
}

/** In the texts below "@{name}" stands for what a shell writes with a dollar sign, which a template cannot hold. */
const DOLLAR_BRACE = '$' + '{'

/** `collect ID SECONDS TOOL PATH COMMAND`; "-" where nothing is needed. */
const rowOf = ({ id, tool = '-', path = '-', command, seconds }: Source): string =>
  `collect ${id} ${seconds} ${tool} "${path}" ${quoted(command)}`

/** As one word of a shell. */
const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`

const HEAD = String.raw`#!/bin/sh
# ringscope capture @VERSION@: collects what this host shows of its GPUs, NICs, links and settings.
# Needs no root, changes nothing, writes only into its folder.
#   sh capture.sh [--anonymise] [-o DIR] [-- COMMAND ...]       srun -N64 sh capture.sh DIR
set -u
umask 077
LC_ALL=C
export LC_ALL
unset CDPATH
PATH=$PATH:/usr/sbin:/sbin:/usr/local/sbin:/usr/local/cuda/bin:/opt/rocm/bin
export PATH
: "@{HOME:=/}"

folder=ringscope-capture
anonymise=
while [ $# -gt 0 ]; do
  case $1 in
    -o | --output) folder=$2; shift ;;
    --anonymise | --anonymize) anonymise=1 ;;
    --) shift; break ;;
    -h | --help) sed -n '2,4s/^# *//p' "$0"; exit 0 ;;
    -*) echo "capture: unknown option $1" >&2; exit 2 ;;
    *) folder=$1 ;;
  esac
  shift
done

# One rank of each node collects.
case @{SLURM_LOCALID:-@{OMPI_COMM_WORLD_LOCAL_RANK:-0}} in
  0) ;;
  *) exit 0 ;;
esac

# Whatever calls itself a host is text: nothing of it is run, and none of it becomes a path of its own.
host=$(uname -n | tr -d '\000-\037' | cut -c 1-255)
short=@{host%%.*}
[ -n "$short" ] || short=unnamed
name=$(printf %s "$short" | tr -c 'A-Za-z0-9_-' '-')
case $name in
  -*) name=host$name ;;
esac
mkdir -p "$folder" || exit 2
folder=$(cd "$folder" && pwd) || exit 2
# Which host is which stands beside the folder, for its owner alone.
names=$folder.names
`

const CLEANING = String.raw`
# Whatever looks like a secret is taken out of every file; with --anonymise hosts, addresses and serial numbers too.
redact() {
  sed -E \
    -e 's#([A-Za-z][A-Za-z0-9+.-]*://)[^ /@]+@#\1[redacted]@#g' \
    -e 's#([Bb]earer|[Bb]asic) +[A-Za-z0-9._~+/=-]{8,}#\1 [redacted]#g' \
    -e 's#(([A-Za-z0-9_.-]*)([Pp][Aa][Ss][Ss][Ww]|[Ss][Ee][Cc][Rr][Ee][Tt]|[Tt][Oo][Kk][Ee][Nn]|[Aa][Pp][Ii]_?[Kk][Ee][Yy]|[Aa][Cc][Cc][Ee][Ss][Ss]_?[Kk][Ee][Yy]|[Pp][Rr][Ii][Vv][Aa][Tt][Ee]_?[Kk][Ee][Yy]|[Cc][Rr][Ee][Dd][Ee][Nn][Tt][Ii][Aa][Ll]|_KEY|_PWD)([A-Za-z0-9_.-]*)["'"'"']?[=:] *)[^ ,;&]+#\1[redacted]#g' \
    -e 's#(AKIA|ASIA)[A-Z0-9]{12,}#[redacted]#g' \
    -e 's#(gh[pousr]_|github_pat_|glpat-|hf_|xox[abposr]-|nvapi-|sk-)[A-Za-z0-9_-]{16,}#[redacted]#g'
}

# Names of hosts: this one's, those that are known already, and those in logs and commands: "gpu-07:123:456 [0]",
# "Pid 123 on gpu-07 device", "-H gpu-07:8,gpu-08:8", "--rdzv-endpoint=gpu-07:29500". Longest first.
hosts_in() {
  {
    printf '%s\n%s\n' "$host" "$short"
    cut -f 2 "$names"
    {
      sed -n -E -e 's#^([A-Za-z][A-Za-z0-9.-]*):[0-9]+:[0-9]+ .*#\1#p' \
        -e 's#^(.*[^A-Za-z0-9.-])?([A-Za-z0-9][A-Za-z0-9.-]*):[0-9]+:[0-9]+ \[[0-9]+\] .*NCCL .*#\2#p' \
        -e 's#.* [Pp]id +[0-9]+ on +([A-Za-z0-9][A-Za-z0-9.-]*) device.*#\1#p' \
        -e 's#.*(MASTER_ADDR=|rdzv[_-]endpoint[= ]+)([A-Za-z0-9][A-Za-z0-9.-]*).*#\2#p' "$1"
      sed -n -E 's#.* (-H|--?host) +([A-Za-z][A-Za-z0-9.,:-]*).*#\2#p' "$1" | tr ',' '\n' | sed 's/:.*//'
    } | grep '[A-Za-z]'
  } | grep -v '^$' | sort -u | awk '{ print length($0) "\t" $0 }' | sort -rn | cut -f 2-
}

# Gives each name on stdin that has no number the next one, in order of appearance; hosts take turns.
number() {
  tries=0
  until mkdir "$names.lock" 2>/dev/null; do
    tries=$((tries + 1))
    # Nobody needs it so long: who held it is gone.
    [ "$tries" -gt 60 ] && break
    sleep 1
  done
  NAMES=$names awk -F '\t' '
    BEGIN {
      file = ENVIRON["NAMES"]
      while ((getline < file) > 0) { known[$2] = 1; if (substr($1, 6) + 0 > last) last = substr($1, 6) + 0 }
      close(file)
    }
    { sub(/[.].*/, ""); if (!($0 in known)) { known[$0] = 1; printf "host-%d\t%s\n", ++last, $0 >>file } }'
  rmdir "$names.lock" 2>/dev/null
}

# sed rules that put host-N for each name on stdin; exits with 3 where one has no number.
rules() {
  NAMES=$names awk -F '\t' '
    # A dot, any character, stands for those that mean something to sed.
    function pattern(text) { gsub(/[^A-Za-z0-9_-]/, ".", text); return text }
    BEGIN { file = ENVIRON["NAMES"]; while ((getline < file) > 0) alias[$2] = $1 }
    {
      name = $0
      sub(/[.].*/, "")
      if (!($0 in alias)) exit 3
      printf "s#(^|[^A-Za-z0-9.-])%s([^A-Za-z0-9-]|$)#\\1%s\\2#g\n", pattern(name), alias[$0]
    }'
}

hide() {
  hosts_in "$1" >"$1.hosts"
  rules <"$1.hosts" >"$1.rules" || { number <"$1.hosts"; rules <"$1.hosts" >"$1.rules"; }
  # Twice: where two names stand side by side, the first match takes what is between them.
  sed -E -f "$1.rules" -f "$1.rules" \
    -e 's#(^|[^0-9.a-zA-Z-])[0-9]{1,3}\.[0-9]{1,3}\.[0-9]{1,3}\.[0-9]{1,3}([^0-9.]|$)#\1192.0.2.1\2#g' \
    -e 's#(^|[^0-9a-fA-F:])[0-9a-fA-F]{0,4}(:[0-9a-fA-F]{0,4}){5,}#\1::#g' \
    -e 's#0x[0-9a-fA-F]{16}#0x0000000000000000#g' \
    -e 's#[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}#00000000-0000-0000-0000-000000000000#g' \
    -e 's#([Ss]erial [Nn]umber|Board Part Number|Board ID|GPU Part Number|Chassis [A-Za-z ]*) *:.*#\1 : hidden#' <"$1"
  rm -f "$1.hosts" "$1.rules"
}

# clean RAW FILE
clean() {
  if [ -n "$anonymise" ]; then
    redact <"$1" >"$1.redacted" && hide "$1.redacted" >"$2"
    rm -f "$1.redacted"
  else
    redact <"$1" >"$2"
  fi
}
`

const COLLECTING = String.raw`
if [ -n "$anonymise" ]; then
  : >>"$names" || { echo "capture: cannot write $names, which keeps the names" >&2; exit 2; }
  printf '%s\n' "$short" | number
  name=$(SHORT=$short awk -F '\t' '($2 "") == (ENVIRON["SHORT"] "") { print $1; exit }' "$names")
  [ -n "$name" ] || exit 2
  echo "ringscope capture: which host is which: $names (keep it to yourself)" >&2
fi
out=$folder/$name
mkdir -p "$out" || exit 2
manifest=$out/manifest.txt
{
  echo '# ringscope capture @VERSION@'
  printf 'host\t%s\n' "$name"
  printf 'time\t%s\n' "$(date -u +%Y-%m-%dT%H:%M:%SZ)"
} >"$manifest"
echo "ringscope capture: $name -> $out" >&2

# limited SECONDS COMMAND: ends with 124 when it takes longer.
if timeout 1 true 2>/dev/null; then
  limited() { timeout "$1" sh -c "$2"; }
else
  limited() {
    sh -c "$2" &
    child=$!
    { sleep "$1"; kill -9 "$child"; } >/dev/null 2>&1 &
    watch=$!
    wait "$child" 2>/dev/null
    code=$?
    kill "$watch" 2>/dev/null
    [ "$code" -eq 137 ] && code=124
    return "$code"
  }
fi

# note ID STATUS FILE WHY
note() {
  printf 'source\t%s\t%s\t%s\t%s\n' "$1" "$2" "$3" "$4" >>"$manifest"
  [ "$2" = ok ] || echo "  $1: $2@{4:+, $4}" >&2
}

# collect ID SECONDS TOOL PATH COMMAND
collect() {
  file=$out/$1.txt
  if [ "$3" != - ] && ! command -v "$3" >/dev/null 2>&1; then
    note "$1" missing - "$3 is not installed"
    return
  fi
  if [ "$4" != - ] && [ ! -r "$4" ]; then
    case $4 in
      "$HOME"/*) note "$1" missing - "~@{4#"$HOME"} is not there" ;;
      *) note "$1" missing - "$4 is not there" ;;
    esac
    return
  fi
  limited "$2" "$5" >"$file.raw" 2>"$file.err" </dev/null
  code=$?
  if [ -s "$file.raw" ]; then
    { printf 'ringscope@%s:~$ %s\n' "$name" "$5"; cat "$file.raw"; } >"$file.whole"
    clean "$file.whole" "$file"
    if [ "$code" -eq 124 ]; then
      note "$1" timeout "$1.txt" "not done after $2 s"
    elif grep -q '<access denied>' "$file"; then
      note "$1" partial "$1.txt" 'needs root to show all'
    else
      note "$1" ok "$1.txt" ''
    fi
  elif [ "$code" -eq 124 ]; then
    note "$1" timeout - "not done after $2 s"
  else
    why=
    [ -s "$file.err" ] && why=$(grep -v '^ *$' "$file.err" | head -n 1 | cut -c 1-160 | tr '\t' ' ' | redact)
    note "$1" empty - "@{why:-nothing was printed}"
  fi
  rm -f "$file.raw" "$file.err" "$file.whole"
}
`

const RUNNING = String.raw`
code=0
if [ $# -gt 0 ]; then
  # Under load: clocks and throttling while COMMAND runs.
  sampler=
  if command -v nvidia-smi >/dev/null 2>&1; then
    nvidia-smi dmon -s pucv -c 3600 >"$out/dmon.raw" 2>/dev/null </dev/null &
    sampler=$!
  fi
  NCCL_DEBUG=@{NCCL_DEBUG:-INFO}
  NCCL_DEBUG_SUBSYS=@{NCCL_DEBUG_SUBSYS:-INIT,ENV,NET,GRAPH}
  NCCL_TOPO_DUMP_FILE=@{NCCL_TOPO_DUMP_FILE:-$out/nccl-topo.xml}
  NCCL_GRAPH_DUMP_FILE=@{NCCL_GRAPH_DUMP_FILE:-$out/nccl-graph.xml}
  export NCCL_DEBUG NCCL_DEBUG_SUBSYS NCCL_TOPO_DUMP_FILE NCCL_GRAPH_DUMP_FILE
  echo "ringscope capture: $*" >&2
  "$@" >"$out/command.raw" 2>&1
  code=$?
  if [ -n "$sampler" ]; then
    kill "$sampler" 2>/dev/null
    wait "$sampler" 2>/dev/null
    { printf 'ringscope@%s:~$ nvidia-smi dmon -s pucv\n' "$name"; cat "$out/dmon.raw"; } >"$out/dmon.whole"
    clean "$out/dmon.whole" "$out/dmon.txt"
    note dmon ok dmon.txt ''
    rm -f "$out/dmon.raw" "$out/dmon.whole"
  fi
  { printf 'ringscope@%s:~$ %s\n' "$name" "$*"; cat "$out/command.raw"; } >"$out/command.whole"
  clean "$out/command.whole" "$out/command.log"
  rm -f "$out/command.raw" "$out/command.whole"
  if [ "$code" -eq 0 ]; then note command ok command.log ''; else note command failed command.log "exit code $code"; fi
  for xml in nccl-topo.xml nccl-graph.xml; do
    [ -s "$out/$xml" ] || continue
    clean "$out/$xml" "$out/$xml.clean" && mv "$out/$xml.clean" "$out/$xml"
    note "@{xml%.xml}" ok "$xml" ''
  done
else
  @SAMPLED@
fi
if [ "$code" -ne 0 ]; then echo "ringscope capture: the command ended with $code" >&2; exit 4; fi
exit 0
`
