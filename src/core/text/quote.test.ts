/** Quotes: short, and without secrets; numbers and prose stay as they are. */
import { describe, expect, test } from 'vitest'
import { placeOf, quote, redact } from './quote.ts'

describe('secrets', () => {
  test.each([
    'export HF_TOKEN=hf_abcdefghijklmnopqrstu',
    'login with hf_abcdefghijklmnopqrstu',
    'AWS_SECRET_ACCESS_KEY="abc/def+hunter2secret"',
    'id AKIAIOSFODNN7EXAMPLE here',
    '"password": "hunter2secret"',
    'db_passwd: hunter2secret, host: x',
    'mysql --password hunter2secret -h db',
    'git clone https://bob:hunter2secret@github.com/x/y',
    'https://ghp_0123456789abcdefghijABCDEFGHIJ012345@github.com/x',
    'Authorization: Bearer hunter2secret.abc',
    'curl -H "X-Api-Key: hunter2secret"',
    'NGC_API_KEY=hunter2secret mpirun',
    'token eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.abcdef',
    'ssh_key=-----BEGIN OPENSSH PRIVATE KEY-----hunter2secret',
    'WANDB_API_KEY: hunter2secret',
    'curl -s -u bob:hunter2secret https://x',
    'sshpass -p hunter2secret ssh gpu-07',
    'mysql -phunter2secret -u root',
    '230.0mysql -phunter2secret -u root',
    '230.0token hunter2secret0123456789',
    '230.0https://bob:hunter2secret@host/x',
    'DB_PASS=hunter2secret',
    'run_hf_abcdefghijklmnopqrstu',
    'AccountKey=hunter2secret;EndpointSuffix=core',
    'wandb login hunter2secret0123456789',
    'the key is hunter2wJalrXUtnFEMIK7MDENGbPxRfiCYEXAMP',
    'docker login -u bob -p hunter2secret',
  ])('%s', (line) => {
    const quoted = quote(line)
    expect(quoted).toContain('[redacted]')
    expect(quoted).not.toMatch(/hunter2|hf_abc|AKIAIO|ghp_0|eyJhb/)
  })
})

test.each([
  '    33554432       8388608     float     sum      -1    2180.1   15.39   29.50      0',
  'gpu-07:433602:433862 [5] NCCL INFO Channel 00/0 : 0[0] -> 1[1] via P2P/IPC',
  'NCCL_IB_HCA=mlx5_0,mlx5_1 NCCL_NET_GDR_LEVEL=PHB',
  '#  Rank  0 Group  0 Pid  41200 on     gpu-07 device  0 [0000:07:00] NVIDIA A100-SXM4-80GB',
  'the authors of the keynote: no monkey business',
  'https://github.com/NVIDIA/nccl-tests/issues/37',
  'commit 0123456789abcdef0123456789abcdef01234567',
  'mpirun -np 16 -p 22 ./build/all_reduce_perf -b 8 -e 8G',
  'docker run -p 8888:8888 nvcr.io/nvidia/pytorch:24.04-py3',
  '/home/Alice/build-2024/nccl-tests/build/all_reduce_perf',
])('stays as it is: %s', (line) => expect(quote(line)).toBe(line))

test('at most 300 characters, also of a secret that the cut would divide', () => {
  expect(quote('x '.repeat(400))).toHaveLength(300)
  expect(quote(`${'x '.repeat(145)}TOKEN=hunter2secret`)).not.toContain('hunter2')
  expect(placeOf('a.txt', 7, 'text  ')).toEqual({ input: 'a.txt', line: 7, text: 'text' })
})

test('a word without end takes no time', () => {
  for (const word of ['a.', 'eyJ-', 'token ', '-', 'https:', 'a_key'].map((prefix) =>
    prefix.repeat(20_000),
  )) {
    const start = performance.now()
    expect(redact(word).length).toBeLessThanOrEqual(300 + 20)
    expect(performance.now() - start).toBeLessThan(500)
  }
})
