/** Which GPUs of a host ran, where CUDA_VISIBLE_DEVICES or HIP_VISIBLE_DEVICES says so by index. */
import { computed, evidenceOf } from './facts.ts'
import { settings } from './settings.ts'

const VISIBLE = /^(?:CUDA|HIP)_VISIBLE_DEVICES$/

/** Undefined where nothing says, or not by index (a UUID names no row of a matrix). */
export const visibleGpus = computed((facts): readonly number[] | undefined => {
  const values = [
    ...evidenceOf(facts, 'benchmark').flatMap(({ environment }) =>
      Object.entries(environment).flatMap(([name, value]) => (VISIBLE.test(name) ? [value] : [])),
    ),
    ...settings(facts).flatMap(({ name, value }) => (VISIBLE.test(name) ? [value] : [])),
  ]
  const [only, ...others] = new Set(values)
  if (only === undefined || others.length > 0 || !/^\d+(?:,\d+)*$/.test(only)) return undefined
  return only.split(',').map(Number)
})
