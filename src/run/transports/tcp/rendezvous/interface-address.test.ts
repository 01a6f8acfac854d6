import type { NetworkInterfaceInfo } from 'node:os'
import { expect, test } from 'vitest'
import { RunError } from '../../../run-error.ts'
import { interfaceAddress } from './interface-address.ts'

const at = (address: string) =>
  ({ address, family: address.includes(':') ? 'IPv6' : 'IPv4' }) as NetworkInterfaceInfo
const interfaces = {
  lo: [at('127.0.0.1'), at('::1')],
  docker0: [at('172.17.0.1')],
  eth0: [at('fe80::1'), at('10.0.0.5')],
  ib0: [at('fe80::2'), at('fd00::7')],
  wlan0: [at('fe80::3')],
}

test.each([
  ['eth0', '10.0.0.5'],
  ['ib0', 'fd00::7'],
  ['lo', '127.0.0.1'],
  ['eth9,ib0', 'fd00::7'],
  ['=eth0', '10.0.0.5'],
  ['eth', '10.0.0.5'],
  ['^lo,docker', '10.0.0.5'],
  ['10.9.9.9', '10.9.9.9'],
])('%s is %s', (wanted, address) => {
  expect(interfaceAddress(wanted, interfaces)).toBe(address)
})

test.each(['eth9', '=eth', 'wlan0', '', '^lo,docker,eth,ib,wlan'])(
  '%j is none: the names there are are told',
  (wanted) => {
    expect(() => interfaceAddress(wanted, interfaces)).toThrow(RunError)
    expect(() => interfaceAddress(wanted, interfaces)).toThrow(/lo, docker0, eth0/)
  },
)
