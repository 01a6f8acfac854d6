/** What `import 'ringscope'` gives: all of core, with both languages. */
import './messages/all.ts'

export * from './index.ts'
