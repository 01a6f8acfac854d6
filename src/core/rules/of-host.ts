/** What a finding of one host says of it. */
/** What the findings about GPUs of a host need: their NVLinks, clocks, power, errors. */
export interface OfHost {
  readonly host?: string
}
