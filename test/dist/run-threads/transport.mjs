// What transport.ts promises, between worker threads. Prints, as JSON, the complaints of each case by its name.

import { complaints, runTransportCase, transportCases } from '../../../build/kits/transport-conformance.js'
import { startThreads, threadRank } from '../../../dist/run/launch/threads.js'

const here = threadRank()
if (here) {
  here.send({ kind: 'started' })
  const die = () => process.exit(3)
  const value = await runTransportCase(here.setting.data, await here.connect(), die)
  here.send({ kind: 'result', value })
  await here.end()
}

const found = {}
for (const { name, ranks } of transportCases) {
  const setting = { ranks, launch: 0, earlier: [], data: name }
  const started = startThreads({ module: new URL(import.meta.url), ranks, setting, memoryBytes: 2 ** 25 })
  const ends = await Promise.all(started.map(({ ended }) => ended))
  found[name] = complaints(
    name,
    ends.flatMap((end) => (end.kind === 'result' ? [end.value] : [])),
  )
}
console.log(JSON.stringify(found))
