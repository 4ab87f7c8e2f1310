// @vitest-environment happy-dom
import { afterEach, expect, onTestFinished, test } from 'vitest'
import { safeIcon, safeName } from '#app/payment/browser-wallet/announced.ts'
import { findWallets } from '#app/payment/browser-wallet/evm/find.ts'
import { findWallets as findTron } from '#app/payment/browser-wallet/tron/find.ts'
import type { FindWallets } from '#app/payment/browser-wallet/wallet.ts'

const PNG = 'data:image/png;base64,iVBORw0KGgo='
const provider = () => ({ request: async () => [] })

const announce = (detail: unknown, name = 'eip6963:announceProvider') =>
  dispatchEvent(new CustomEvent(name, { detail }))
const info = (uuid: string, of: object = {}) => ({ uuid, name: uuid, icon: PNG, rdns: 'org.example', ...of })

/** The names of the wallets that are found, after each change. */
function search(find: FindWallets = findWallets) {
  const seen: (string | undefined)[][] = []
  const stop = find((wallets) => seen.push(wallets.map(({ name }) => name)))
  onTestFinished(stop)
  return { seen, stop }
}
afterEach(() => {
  for (const name of ['ethereum', 'tron', 'tronLink']) Reflect.deleteProperty(window, name)
})

test('wallets are asked to announce themselves, and found once each, also later', () => {
  const early = () => announce({ info: info('One'), provider: provider() })
  addEventListener('eip6963:requestProvider', early)
  onTestFinished(() => removeEventListener('eip6963:requestProvider', early))
  const { seen, stop } = search()
  early()
  announce({ info: info('Two'), provider: provider() })
  expect(seen).toEqual([['One'], ['One', 'Two']])
  stop()
  announce({ info: info('Three'), provider: provider() })
  expect(seen).toHaveLength(2)
})

test('the wallet of the window counts only while none announces itself', () => {
  Object.assign(window, { ethereum: provider() })
  const { seen } = search()
  announce({ info: info('One'), provider: provider() })
  expect(seen).toEqual([[undefined], ['One']])
})

test.each([
  ['ethereum', 'ethereum#initialized', findWallets],
  ['tron', 'focus', findTron],
  ['tronLink', 'tronLink#initialized', findTron],
])('a wallet that is injected late at window.%s appears at %s', (name, moment, find) => {
  const { seen } = search(find)
  Object.assign(window, { [name]: provider() })
  expect(seen).toEqual([])
  dispatchEvent(new Event(moment))
  dispatchEvent(new Event(moment))
  expect(seen).toEqual([[undefined]])
})

test('wallets of Tron have an announcement of their own', () => {
  const [evm, tron] = [search(), search(findTron)]
  announce({ info: info('Tron'), provider: provider() }, 'TIP6963:announceProvider')
  expect([evm.seen, tron.seen]).toEqual([[], [['Tron']]])
})

test.each([
  ['nothing', undefined],
  ['no provider', { info: info('x') }],
  ['a provider that answers nothing', { info: info('x'), provider: { request: 1 } }],
  ['no id', { info: { ...info('x'), uuid: 1 }, provider: provider() }],
  ['an id without end', { info: info('x'.repeat(101)), provider: provider() }],
  [
    'getters that throw',
    {
      get info() {
        throw new Error('hostile')
      },
    },
  ],
])('an announcement with %s is ignored', (_, detail) => {
  const { seen } = search()
  announce(detail)
  expect(seen).toEqual([])
})

test('a flood of announcements ends at twelve', () => {
  const { seen } = search()
  for (let number = 0; number < 50; number += 1) announce({ info: info(String(number)), provider: provider() })
  expect(seen.at(-1)).toHaveLength(12)
})

test.each([
  ['data:image/png;base64,AA', true],
  ['data:image/webp;base64,AA', true],
  ['data:image/jpeg;base64,AA', true],
  ['data:image/svg+xml,<svg/>', true],
  ['data:image/svg+xmlx,<svg/>', false],
  ['data:text/html,<script>alert(1)</script>', false],
  ['data:image/gif;base64,AA', false],
  ['https://example.org/icon.png', false],
  ['javascript:alert(1)', false],
  [' data:image/png;base64,AA', false],
  [`data:image/png;base64,${'A'.repeat(131_072)}`, false],
  [7, false],
])('the icon %.40s is drawn: %s', (icon, isDrawn) => expect(safeIcon(icon)).toBe(isDrawn ? icon : undefined))

test.each([
  ['MetaMask', 'MetaMask'],
  ['  Two\n lines ', 'Two lines'],
  ['Turned \u202e txet', 'Turned txet'],
  ['Zero\u200bwidth\u0000', 'Zerowidth'],
  [`Z${'\u0301'.repeat(20)}`, `Z${'\u0301'.repeat(4)}`],
  ['x'.repeat(40), 'x'.repeat(32)],
  ['😀'.repeat(40), '😀'.repeat(32)],
  ['\u200b ', undefined],
  ['', undefined],
  [{}, undefined],
])('the name %j is shown as %j', (name, shown) => expect(safeName(name)).toBe(shown))
