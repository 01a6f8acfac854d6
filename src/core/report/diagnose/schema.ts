/**
 * The Report's schema: to read a report back (baseline), and the source of docs/report.schema.json
 * (scripts/report-schema.mjs). The type Report in report.ts is the contract; a test holds that both agree.
 */
import {
  array,
  boolean,
  type GenericSchema,
  lazy,
  literal,
  nullable,
  number,
  object,
  optional,
  picklist,
  record,
  safeParse,
  string,
  unknown,
} from 'valibot'
import type { Finding, Report } from './report.ts'

// JSON has no Infinity or NaN: they are written as null.
const figure = nullable(number())
const quantity = object({ value: figure, unit: picklist(['B/s', 's', 'B', '1']) })
const place = object({ input: string(), line: optional(number()), text: string() })
const status = picklist(['broken', 'degraded', 'healthy', 'unknown'])
const text = object({ id: string(), text: string() })

const expectedRow = object({
  bytes: number(),
  seconds: figure,
  algbw: figure,
  busbw: figure,
  algorithm: string(),
  protocol: string(),
  bound: string(),
  low: figure,
  high: figure,
  firm: boolean(),
})

const measuredRow = object({
  bytes: number(),
  seconds: figure,
  algbw: figure,
  busbw: figure,
  repeats: number(),
  expected: optional(expectedRow),
  place,
})

const finding: GenericSchema<Finding> = object({
  id: string(),
  severity: picklist(['error', 'warning', 'info', 'ok']),
  confidence: picklist(['certain', 'likely', 'possible']),
  values: record(string(), unknown()),
  evidence: array(place),
  subject: optional(string()),
  explains: optional(array(string())),
  measured: optional(quantity),
  expected: optional(quantity),
  peak: optional(quantity),
  lost: optional(number()),
  title: string(),
  cause: optional(string()),
  detail: string(),
  actions: array(string()),
  verify: optional(string()),
  first: optional(literal(true)),
  ownedBy: optional(string()),
  breaks: optional(literal(true)),
  toldByHeadline: optional(literal(true)),
  consequences: array(lazy(() => finding)),
}) as unknown as GenericSchema<Finding>

const measurement = object({
  label: string(),
  collective: optional(string()),
  type: optional(string()),
  redop: optional(string()),
  ranks: optional(number()),
  hosts: array(string()),
  rows: array(measuredRow),
  plateau: optional(measuredRow),
  summary: optional(string()),
  expectations: array(
    object({
      as: picklist(['built', 'found']),
      expected: quantity,
      reason: string(),
      basis: string(),
      explains: optional(string()),
    }),
  ),
  interval: optional(
    object({
      grade: string(),
      low: number(),
      high: number(),
      deciding: optional(
        object({
          fact: string(),
          means: array(object({ values: array(string()), expected: number(), grade: string() })),
        }),
      ),
      ruledOut: array(string()),
      readings: array(object({ text: string(), meaning: string() })),
    }),
  ),
})

/** ringscope.report/2 */
export const reportSchema = object({
  schema: literal('ringscope.report/2'),
  version: string(),
  lang: picklist(['en', 'zh']),
  inputs: array(
    object({ name: string(), bytes: number(), lines: number(), formats: array(string()), skipped: number() }),
  ),
  system: object({
    title: string(),
    machine: optional(string()),
    facts: array(
      object({
        fact: string(),
        how: picklist(['read', 'counted', 'given', 'open']),
        values: optional(array(string())),
        text: optional(string()),
        places: array(place),
      }),
    ),
    contradictions: array(
      object({ fact: string(), given: string(), read: string(), text: string(), places: array(place) }),
    ),
    places: array(place),
  }),
  measurements: array(measurement),
  subjects: array(
    object({
      label: string(),
      measured: optional(quantity),
      expected: optional(quantity),
      share: optional(number()),
      fromSiblings: optional(number()),
      verdict: status,
      hosts: array(string()),
      place: optional(place),
    }),
  ),
  findings: array(finding),
  checked: array(text),
  notSeen: array(text),
  notes: array(object({ id: string(), text: string(), place: optional(place) })),
  verdict: object({ status, headline: string(), collectNext: array(string()) }),
})

/** A report from parsed JSON; undefined when it is none (of this version). */
export function reportFrom(json: unknown): Report | undefined {
  const parsed = safeParse(reportSchema, json)
  return parsed.success ? (json as Report) : undefined
}
