import '../../english.ts'
import { openSync } from 'node:fs'
import { createServer } from 'node:net'
import { expect, test } from 'vitest'
import { checkPmiPipe } from './pmi-pipe.ts'

test('without hydra there is none to look for', () => {
  expect(() => checkPmiPipe({})).not.toThrow()
  expect(() => checkPmiPipe({ PMI_FD: '' })).not.toThrow()
})

test.skipIf(process.platform === 'win32')(
  'a number that is closed or something else has not come through',
  () => {
    expect(() => checkPmiPipe({ PMI_FD: '9999' })).toThrow(/PMI_FD 9999.*npx/)
    expect(() => checkPmiPipe({ PMI_FD: `${openSync('/dev/null', 'r')}` })).toThrow(/PMI_FD/)
  },
)

test.skipIf(process.platform === 'win32')('a socket is it', async () => {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { fd } = (server as unknown as { _handle: { fd: number } })._handle
  expect(() => checkPmiPipe({ PMI_FD: `${fd}` })).not.toThrow()
  server.close()
})
