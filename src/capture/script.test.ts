/** The script as shells see it: its grammar, what it leaves behind, what it never shows. */
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { sampled } from '../../test/sampled.ts'
import { temporaryFolder } from '../../test/temporary-folder.ts'
import { fakeTools, pathWith } from './fake-host.fixtures.ts'
import { captureScript } from './script.ts'
import { SOURCES } from './sources.ts'

const folder = temporaryFolder('script')
const script = join(folder, 'capture.sh')
writeFileSync(script, captureScript('0.0.0'))

const shells = [['sh'], ['dash'], ['busybox', 'sh'], ['bash', '--posix']].filter(
  ([shell = '']) => spawnSync('which', [shell]).status === 0,
)
const RUN_IN = [...shells.slice(0, 1), ...sampled(shells.slice(1), { count: 1 }, 'shells')]

interface Ran {
  readonly status: number | null
  readonly stderr: string
  readonly out: string
  file(name: string): string
  /** Status by source. */
  readonly manifest: ReadonlyMap<string, string>
}

function run(
  shell: readonly string[],
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  host: string,
): Ran {
  const [program = 'sh', ...words] = shell
  const ran = spawnSync(program, [...words, script, ...args], {
    env: { HOME: folder, ...env },
    encoding: 'utf8',
  })
  const into = args[args.indexOf('-o') + 1] ?? ''
  const out = join(into, host)
  const file = (name: string) => readFileSync(join(out, name), 'utf8')
  const rows = file('manifest.txt')
    .split('\n')
    .map((line) => line.split('\t'))
  const manifest = new Map(
    rows.flatMap(([key, id, status]) => (key === 'source' && id && status ? [[id, status] as const] : [])),
  )
  return { status: ran.status, stderr: ran.stderr, out, file, manifest }
}

/** The names that --anonymise has replaced are written beside it. */
const into = (): string => {
  const folder = join(temporaryFolder('captured'), 'into')
  mkdirSync(folder)
  return folder
}

const secret = 'abcdefghijklmnopqrstuvwx'
const childScript = `echo "debug $NCCL_DEBUG"; echo Authorization: Bearer ${secret}; echo MY_PASSWORD=${secret}; echo hf_${secret}; exit 3`

describe.each(shells.map((shell) => ({ shell, name: shell.join(' ') })))('$name', ({ shell }) => {
  test('takes its grammar', () => {
    const [program = 'sh', ...words] = shell
    expect(() => execFileSync(program, [...words, '-n', script])).not.toThrow()
  })

  // Each run starts hundreds of processes: sh is one of the others nearly everywhere.
  if (RUN_IN.includes(shell))
    test('collects what there is, names what is missing, and shows no secret', { timeout: 60_000 }, () => {
      const tools = fakeTools('gpu-1', {
        ibstat: "CA 'mlx5_0'",
        'nvidia-smi nvlink -s': 'GPU 0: H100 (UUID: x)',
      })
      const env = {
        PATH: pathWith(tools),
        NCCL_ALGO: 'Ring',
        NCCL_NET_PLUGIN: `https://user:${secret}@example.org/p`,
        NCCL_X_TOKEN: secret,
        WANDB_API_KEY: secret,
      }
      const { status, stderr, out, file, manifest } = run(
        shell,
        ['-o', into(), '--', 'sh', '-c', childScript],
        env,
        'gpu-1',
      )
      for (const { id } of SOURCES) expect(manifest.get(id), id).toBeDefined()
      expect(manifest.get('uname')).toBe('ok')
      expect(manifest.get('rocm-smi-topo')).toBe('missing')
      expect(stderr).toContain('rocm-smi is not installed')
      expect(file('ibstat.txt')).toBe("ringscope@gpu-1:~$ ibstat\nCA 'mlx5_0'\n")
      expect(file('env.txt')).toContain('NCCL_ALGO=Ring')
      // The tool is there, but does not know what it is asked for.
      expect(manifest.get('nvidia-smi-q')).toBe('empty')
      // A command that fails is told, and its log is kept all the same.
      expect(status).toBe(4)
      expect(manifest.get('command')).toBe('failed')
      expect(file('command.log')).toContain('debug INFO')
      // The command line is evidence too, and holds the secrets as well.
      const all = readdirSync(out).map(file).join('\n')
      expect(all).not.toContain(secret)
      expect(all).not.toContain('WANDB')
      expect(all).toContain('[redacted]')
    })
})

test('on a host without any tool: exit 0', { timeout: 60_000 }, () => {
  const { status, manifest } = run(
    ['sh'],
    ['-o', into()],
    { PATH: pathWith(fakeTools('cpu-1', {})) },
    'cpu-1',
  )
  expect(status).toBe(0)
  expect(manifest.get('nvidia-smi-q')).toBe('missing')
})

test('--anonymise hides hosts and addresses, and leaves what is needed', { timeout: 120_000 }, () => {
  const tools = fakeTools('gpu-1.example.org', {
    ibstat: "CA 'mlx5_0'\n\tNode GUID: 0xc470bd0300cf4964\n\tRate: 400",
    'nvidia-smi -q': 'Driver Version : 550.54.15\nGPU 00000000:18:00.0\n    Serial Number : 1654922001234',
    'lspci -D -vvv': '0000:18:00.0 3D controller: NVIDIA Corporation GH100',
  })
  const log = [
    'gpu-1:10:11 [0] NCCL INFO Bootstrap: Using eth0:10.1.2.3<0>',
    'gpu-2:12:13 [0] NCCL INFO NET/Socket: Using eth0:fe80::5aa2:e1ff:fe00:1%eth0<0>',
  ].join('\n')
  const dir = into()
  const args = ['--anonymise', '-o', dir, '--', 'sh', '-c', 'printf "%s\\n" "$0"', log]
  expect(spawnSync('sh', [script, ...args], { env: { HOME: folder, PATH: pathWith(tools) } }).status).toBe(0)
  const [name = ''] = readdirSync(dir)
  expect(name).toBe('host-1')
  const file = (fileName: string) => readFileSync(join(dir, name, fileName), 'utf8')
  const all = readdirSync(join(dir, name)).map(file).join('\n')
  for (const hidden of ['gpu-1', 'gpu-2', 'example.org', '10.1.2.3', 'fe80', 'c470bd', '1654922'])
    expect(all).not.toContain(hidden)
  expect(file('command.log')).toMatch(/^host-1:10:11 \[0\] NCCL INFO Bootstrap/m)
  expect(file('command.log')).toMatch(/^host-2:12:13 \[0\] NCCL INFO NET/m)
  expect(file('nvidia-smi-q.txt')).toContain('550.54.15')
  expect(file('lspci.txt')).toContain('0000:18:00.0 3D controller')
})

const anonymised = (host: string, dir: string, log: string, shell: readonly string[] = ['sh']) => {
  const [program = 'sh', ...words] = shell
  const args = [...words, script, '--anonymise', '-o', dir, '--', 'sh', '-c', 'printf "%s\\n" "$0"', log]
  return spawnSync(program, args, {
    env: { HOME: folder, PATH: pathWith(fakeTools(host, {})) },
    encoding: 'utf8',
    cwd: folder,
  })
}

test('--anonymise: hosts have the same numbers in all captures of a folder, and no checksum gives a name away', {
  timeout: 120_000,
}, () => {
  const dir = join(into(), 'job')
  const line = (host: string, pid: number) => `[1,0]<stdout>:${host}:${pid}:1 [0] NCCL INFO Using network IB`
  const first = anonymised('gpu-1', dir, [line('gpu-1', 10), line('0f1e2d3c4b5a', 11)].join('\n'))
  expect(first.status).toBe(0)
  const second = anonymised('gpu-7.example.org', dir, [line('gpu-1', 12), line('gpu-7', 13)].join('\n'))
  expect(second.status).toBe(0)
  expect(readdirSync(dir)).toEqual(['host-1', 'host-3'])
  const read = (name: string) => readFileSync(join(dir, name, 'command.log'), 'utf8')
  expect(read('host-1')).toContain('host-1:10:1')
  expect(read('host-1')).toContain('host-2:11:1')
  expect(read('host-3')).toContain('host-1:12:1')
  expect(read('host-3')).toContain('host-3:13:1')
  // Who owns the hosts can tell them apart: beside the folder, not in it.
  expect(readFileSync(`${dir}.names`, 'utf8')).toBe('host-1\tgpu-1\nhost-2\t0f1e2d3c4b5a\nhost-3\tgpu-7\n')
  expect(second.stderr).toContain(`${dir}.names`)
})

// The signs that mean something to shells, sed and awk; and a way out of the folder.
const EVIL = ['$(touch owned)`touch owned`;touch owned|\'x"#&*[a-z]{2}(^', '../../owned', '-rf *']

test.each(EVIL)(
  'a host that is called %s runs nothing, leaks nothing and gets no folder elsewhere',
  {
    timeout: 120_000,
  },
  (evil) => {
    const dir = join(into(), 'job')
    const quoted = `'${evil.replaceAll("'", "'\\''")}'`
    const shell = shells.find(([name]) => name === (evil.startsWith('$') ? 'busybox' : 'sh')) ?? ['sh']
    const ran = anonymised(quoted, dir, `called ${evil} here`, shell)
    expect(ran.status).toBe(0)
    expect(readdirSync(dir)).toEqual(['host-1'])
    const all = readdirSync(join(dir, 'host-1')).map((fileName) =>
      readFileSync(join(dir, 'host-1', fileName), 'utf8'),
    )
    expect(all.filter((text) => text.includes(evil))).toEqual([])
    const env = { HOME: folder, PATH: pathWith(fakeTools(quoted, {})) }
    expect(spawnSync('sh', [script, '-o', `${dir}-plain`], { env, cwd: folder }).status).toBe(0)
    expect(readdirSync(`${dir}-plain`)).toEqual([expect.stringMatching(/^[A-Za-z0-9_-]+$/)])
    expect(existsSync(join(folder, 'owned'))).toBe(false)
  },
)

test('a tool that hangs is given up', { timeout: 60_000 }, () => {
  const tools = fakeTools('gpu-1', {})
  writeFileSync(join(tools, 'ibstat'), '#!/bin/sh\nsleep 1000\n', { mode: 0o755 })
  const short = captureScript('0.0.0').replace(/^collect ibstat \d+/m, 'collect ibstat 1')
  const quick = join(folder, 'quick.sh')
  writeFileSync(quick, short)
  const dir = into()
  const started = performance.now()
  const { status } = spawnSync('sh', [quick, '-o', dir], { env: { PATH: pathWith(tools) } })
  expect(status).toBe(0)
  expect(performance.now() - started).toBeLessThan(40_000)
  expect(readFileSync(join(dir, 'gpu-1', 'manifest.txt'), 'utf8')).toMatch(/^source\tibstat\ttimeout\t/m)
})

test('of several ranks on a node one collects', { timeout: 30_000 }, () => {
  const dir = into()
  const env = { PATH: pathWith(fakeTools('gpu-1', {})), SLURM_LOCALID: '3' }
  expect(spawnSync('sh', [script, dir], { env }).status).toBe(0)
  expect(existsSync(join(dir, 'gpu-1'))).toBe(false)
})

test('it runs no command that changes a machine', () => {
  const verbs =
    /\b(?:setpci|modprobe|rmmod|insmod|sysctl -w|mkfs|mount|umount|kill -9 1|reboot|ip link set|nvidia-smi -(?:pl|r|pm|lgc|ac)|ethtool -[KGLACs]\b|chmod|chown|sudo|tee)\b/
  for (const { command } of SOURCES) expect(command).not.toMatch(verbs)
})

test('of the kernel’s log a storm of PCIe errors does not push out the rest', () => {
  const storm = Array.from({ length: 3000 }, (_, at) => [
    `[${9000 + at}.0] pcieport 0000:30:00.0: AER: Correctable error message received from 0000:31:00.0`,
    `[${9000 + at}.0] nvidia 0000:31:00.0: PCIe Bus Error: severity=Correctable, type=Data Link Layer, (Receiver ID)`,
    `[${9000 + at}.0] nvidia 0000:31:00.0:    [ 6] BadTLP                (First)`,
  ])
  const rest = [
    '[    1.2] iommu: Default domain type: Translated',
    '[ 8000.0] mlx5_core 0000:9a:00.0 ens1f0np0: Link down',
    '[ 8009.0] mlx5_core 0000:9a:00.0 ens1f0np0: Link up',
  ]
  const PATH = pathWith(fakeTools('gpu-1', { 'dmesg ': [...rest, ...storm.flat()].join('\n') }))
  const linesOf = (id: string): readonly string[] => {
    const { command = '' } = SOURCES.find((source) => source.id === id) ?? {}
    return spawnSync('sh', ['-c', command], { env: { PATH }, encoding: 'utf8' })
      .stdout.split('\n')
      .slice(0, -1)
  }
  expect(linesOf('dmesg')).toEqual(rest)
  expect(linesOf('dmesg-pcie')).toEqual(storm.flat().slice(-2000))
})
