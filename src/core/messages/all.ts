/** Adds every language there is: for the command line and the library. */
import type { Catalogue } from './catalogue.ts'
import { en } from './en/index.ts'
import { addLanguage } from './index.ts'
import { zh } from './zh/index.ts'

export const languages: readonly Catalogue[] = [en, zh]

for (const language of languages) addLanguage(language)
