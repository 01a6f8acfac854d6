/** The catalogue of a language. */
import type { Catalogue, Lang } from './catalogue.ts'
import { en } from './en/index.ts'
import { zh } from './zh/index.ts'

export const catalogueOf = (lang: Lang): Catalogue => (lang === 'zh' ? zh : en)
