/**
 * f16 (IEEE 754 binary16) and bf16 (Intel, "BFLOAT16 Hardware Numerics Definition", 2018) as numbers: by the definition, one at a
 * time. kernels/ does the same on eight at once.
 */

interface FloatFormat {
  readonly exponentBits: number
  readonly mantissaBits: number
}

export const halfFloats: Readonly<Record<'f16' | 'bf16', FloatFormat>> = {
  f16: { exponentBits: 5, mantissaBits: 10 },
  bf16: { exponentBits: 8, mantissaBits: 7 },
}

export function fromHalf(type: 'f16' | 'bf16', bits: number): number {
  const { exponentBits, mantissaBits } = halfFloats[type]
  const sign = bits & 0x8000 ? -1 : 1
  const exponent = (bits & 0x7fff) >>> mantissaBits
  const mantissa = (bits & (2 ** mantissaBits - 1)) / 2 ** mantissaBits
  const bias = 2 ** (exponentBits - 1) - 1
  if (exponent === 2 * bias + 1) return mantissa === 0 ? sign * Infinity : NaN
  return exponent === 0 ? sign * mantissa * 2 ** (1 - bias) : sign * (1 + mantissa) * 2 ** (exponent - bias)
}

/** To the nearest, ties to even; too large gives infinity, NaN 0xffff. */
export function toHalf(type: 'f16' | 'bf16', value: number): number {
  if (Number.isNaN(value)) return 0xffff
  const { exponentBits, mantissaBits } = halfFloats[type]
  const sign = value < 0 || Object.is(value, -0) ? 0x8000 : 0
  const bias = 2 ** (exponentBits - 1) - 1
  const infinity = (2 * bias + 1) << mantissaBits
  const magnitude = Math.abs(value)
  if (magnitude === Infinity) return sign | infinity
  const exponent = Math.max(exponentOf(magnitude), 1 - bias)
  // In units of the last bit at this exponent; a subnormal's exponent is stored as 0 and has no leading 1.
  const units = roundHalfToEven(magnitude / 2 ** (exponent - mantissaBits))
  const bits = ((exponent + bias - 1) << mantissaBits) + units
  return sign | Math.min(bits, infinity)
}

/** Of a number that is no f64 subnormal: e with 2^e <= magnitude < 2^(e+1). 0 gives less than any other. */
function exponentOf(magnitude: number): number {
  asNumber[0] = magnitude
  return ((asWords[1] as number) >>> 20) - 1023
}

const asNumber = new Float64Array(1)
const asWords = new Uint32Array(asNumber.buffer)

function roundHalfToEven(value: number): number {
  const down = Math.floor(value)
  const rest = value - down
  if (rest === 0.5) return down % 2 === 0 ? down : down + 1
  return rest < 0.5 ? down : down + 1
}
