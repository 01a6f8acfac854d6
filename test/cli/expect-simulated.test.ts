/** `ringscope expect` on topologies that nobody has measured: they are simulated. */
import { describe, expect, test } from 'vitest'
import { ringscope } from './run-here.ts'

const text = (argv: string) => ringscope(['expect', ...argv.split(' ')])

describe('on a topology that nobody has measured', () => {
  test('the graph is simulated: the winner by size, its fullest link, what the graph allows', async () => {
    const { status, stdout } = await text('all_reduce --on ring:8 --bandwidth 50GB/s --latency 500ns')
    expect(status).toBe(0)
    for (const part of [
      /^ {2}EXPECTED {2}all_reduce of 16 GiB on ring of 8 takes 301 ms at best: 100 GB\/s busbw/,
      / 1 KiB +2.08 us .* one-shot +latency 96 %/,
      / 16 GiB +301 ms .* ring, 2 rings +rank0->rank1 100 %/,
      /basis +simulated: docs\/simulation.md/,
      /no measured efficiency is\s+known/,
      /not tried +in-network/,
      /simulate all_reduce --on ring:8 --bandwidth 50GB\/s --latency 500ns --size\s+16G/,
    ])
      expect(stdout).toMatch(part)
  })

  test('a number below is no fault: nothing says what real links reach', async () => {
    const asked = 'all_reduce --on star:8 --bandwidth 50GB/s --latency 1us'
    for (const [measured, head, severity] of [
      ['49', 'as-expected', 'ok'],
      ['20', 'undecided', 'info'],
      ['70', 'above', 'info'],
    ] as const) {
      const { status, stdout } = await text(`${asked} --measured ${measured} --json`)
      expect(status).toBe(0)
      const json = JSON.parse(stdout) as { readonly measured: unknown }
      expect(json.measured).toMatchObject({ verdict: head, severity })
    }
    const { stdout } = await text('all_reduce --on star:8 --measured 20')
    expect(stdout).toMatch(/^ {2}UNDECIDED .*40 %/)
    expect(stdout).toMatch(/Check +1 {2}pass the usable rate of one link/)
    expect((await text('all_reduce --on star:8 --measured 20 --fail-on info')).status).toBe(1)
  })

  test('beside machines, in a training step, in Chinese, in Markdown', async () => {
    const { stdout } = await text('all_reduce --on ring:8 --on dgx-1v --size 1G')
    expect(stdout).toMatch(/ring of 8 .*100 +ring, 2 rings +rank0->rank1 100 %/)
    expect(stdout).toMatch(/DGX-1V .*Ring +6 NVLinks/)
    expect((await text('all_reduce --on ring:8 --step-compute 10ms --params 1B')).stdout).toMatch(
      /^ {2}EXPECTED {2}1B parameters, bf16, all_reduce on ring of 8: communication\s+adds/,
    )
    expect((await text('all_reduce --on ring:8 --lang zh')).stdout).toMatch(
      /^ {2}预期 {2}ring of 8 上 16 GiB/,
    )
    expect((await text('all_reduce --on ring:8 --format md')).stdout).toMatch(
      /^# EXPECTED: [\s\S]*\| 16 GiB \| 301 ms \|/,
    )
  })

  test('what cannot be asked of it is said', async () => {
    for (const [argv, seen] of [
      ['all_reduce --on ring:1', 'needs at least two ranks'],
      ['all_reduce --on ring:7 --algo torus', 'torus cannot run all_reduce on ring of 7'],
      ['all_reduce --on ring:8 --algo NVLS', '"NVLS" is not a valid value of --algo'],
      ['all_reduce --on ring:8 --ranks 4', '--ranks and --on ring:8 cannot be used together'],
      ['all_reduce --on ring:8 --nodes 2', '--nodes and --on ring:8 cannot be used together'],
      ['all_reduce --on ring:0', 'Cannot build a topology'],
      ['all_reduce --on dgx-1v --bandwidth 3GB/s', '--bandwidth needs --on'],
    ]) {
      const { status, stderr } = await text(argv ?? '')
      expect(status).toBe(2)
      expect(stderr).toContain(seen)
    }
  })
})

test.each(['torus:4x4', 'ring:8', 'mesh:4', 'star:8', 'tree:8', 'fat-tree:4', 'pcie-tree:2x4'])(
  '%s is no machine: it is simulated',
  async (on) => {
    const { status, stdout } = await text(`all_reduce --on ${on}`)
    expect(status).toBe(0)
    expect(stdout).toContain('basis      simulated')
    expect(stdout).toContain(`ringscope simulate all_reduce --on ${on}`)
  },
)
