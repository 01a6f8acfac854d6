// Launches two ranks that print "pid N" and are busy with something when the process that started them is killed: `orphans.mjs MODE`.
//   loading     their module has not yet come to where it imports launch
//   busy        they do not let the event loop turn before they call launch
//   connecting  rank 0 waits for rank 1, its address published in a file
const mode = process.argv[2]
const rank = process.env.ORPHAN === undefined ? undefined : Number(process.env.RANK)
process.env.ORPHAN = 'yes'
const stand = (milliseconds) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds)
if (rank !== undefined) console.log(`pid ${process.pid}`)
if (rank !== undefined && mode === 'loading') await new Promise((resolve) => setTimeout(resolve, 1500))
const { launch } = await import('../../../dist/run/launch/launch.js')
if (rank !== undefined && mode === 'busy') stand(1500)
if (rank === 1 && mode === 'connecting') stand(3000)
await launch({ ranks: 2, transport: 'tcp', module: import.meta.url, memoryBytes: 2 ** 26 }, (comm) => {
  // Without the event loop, as a rank that computes.
  for (;;) comm.barrierSync()
})
