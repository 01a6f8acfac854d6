/** nccl-tests -J: versions, crashes, and that its environment never gets out. */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { benchmarksOf, readText } from '../../diagnose/text-input.fixtures.ts'

const sample = readFileSync(
  new URL('../../../../samples/json-per-iteration/all_reduce.json', import.meta.url),
  'utf8',
)

test('version 3 with the times of single iterations', async () => {
  const [benchmark] = benchmarksOf(await readText(sample))
  expect(benchmark).toMatchObject({
    tool: 'nccl-tests',
    operation: 'all_reduce_perf',
    collective: 'all_reduce',
    ranks: 8,
    ranksFrom: 'devices',
    complete: true,
    version: { library: '2.30.7' },
  })
  expect(benchmark?.rows).toHaveLength(3)
  expect(benchmark?.rows[0]).toMatchObject({
    type: 'float',
    redop: 'sum',
    root: -1,
    outOfPlace: { wrong: 0 },
  })
  const iterations = benchmark?.rows[0]?.outOfPlace?.perIteration
  expect(iterations?.iterations).toBe(10)
  expect(iterations?.p50Seconds).toBeGreaterThan(iterations?.minSeconds ?? 1)
})

test('of the environment only what is NCCL is kept, and nothing is quoted from it', async () => {
  const read = await readText(sample)
  expect(benchmarksOf(read)[0]?.environment).toEqual({ NCCL_DEBUG: 'WARN', NCCL_IB_HCA: 'mlx5' })
  expect(sample).toContain('no-real-key')
  expect(JSON.stringify(read)).not.toMatch(/no-real|WANDB|postgres/)
})

test('a crashed run: the complete rows are read, the cut is said', async () => {
  const read = await readText(sample.slice(0, sample.indexOf('4294967296,"count"') + 300))
  expect(benchmarksOf(read)[0]).toMatchObject({ complete: false, ranks: 8 })
  expect(benchmarksOf(read)[0]?.rows.length).toBeGreaterThanOrEqual(2)
  expect(read.notes.map(({ id }) => id)).toContain('json-cut')
})

test('one process with eight GPUs lists one device: the ranks come from the ratio', async () => {
  const json = JSON.parse(sample)
  json.config.ngpus = 8
  json.config.devices = json.config.devices.slice(0, 1)
  const read = await readText(JSON.stringify(json))
  expect(benchmarksOf(read)[0]).toMatchObject({ ranks: 8, ranksFrom: 'ratio' })
  expect(read.notes).toMatchObject([{ id: 'json-devices-partial', values: { listed: 1, ranks: 8 } }])
})

test('version 1: no iterations, CPU time, unchecked, nan', async () => {
  const text = `{"version":1,"start_time":"2025-09-01 10:00:00","args":["/opt/all_gather_perf_mpi"],"env":[],"nccl_version":22703,"config":{"nthreads":1,"ngpus":1,"devices":[]},"results":[
{"size":1073741824,"count":33554432,"type":"float","redop":"none","root":"    -1","out_of_place":{"cpu_time":5368.7,"alg_bw":200.0,"bus_bw":175.0,"nwrong":null},"in_place":{"cpu_time":"nan","alg_bw":"nan","bus_bw":"nan","nwrong":null}},
{"size":5,"count":1,"type":"float","redop":"none","root":"    -1","out_of_place":{"cpu_time":-1,"alg_bw":0,"bus_bw":0},"in_place":null}],
"average_bus_bandwidth":{"bandwidth":175.0,"okay":"false"},"errors":["unhandled cuda error"]}`
  const read = await readText(text)
  const [benchmark] = benchmarksOf(read)
  expect(benchmark).toMatchObject({
    operation: 'all_gather_perf',
    collective: 'all_gather',
    ranks: 8,
    average: { busbw: 175, passed: false },
    parameters: { cpuTime: true },
  })
  expect(benchmark?.rows).toHaveLength(1)
  expect(benchmark?.rows[0]).not.toHaveProperty('inPlace')
  expect(benchmark?.errors[0]?.text).toBe('unhandled cuda error')
  expect(read.inputs[0]?.skipped).toBe(1)
})
