/**
 * The languages at hand. Whoever prints adds those that it needs (messages/all.ts: both; a page: one); nothing here imports
 * a language, so that a bundle holds no other.
 */
import type { Catalogue, Lang } from './catalogue.ts'

const added = new Map<Lang, Catalogue>()

/** Makes a language known; a second time replaces it. */
export function addLanguage(catalogue: Catalogue): void {
  added.set(catalogue.lang, catalogue)
}

/** The catalogue of a language that was added. */
export function catalogueOf(lang: Lang): Catalogue {
  const catalogue = added.get(lang)
  if (catalogue === undefined) throw new Error(`the language ${lang} was not added: see messages/index.ts`)
  return catalogue
}
