import { expect, test } from 'vitest'
import { requestHeaders, responseHeaders } from '#service/rental/proxied-headers.ts'

const message = (...pairs: [string, string][]) => ({
  rawHeaders: pairs.flat(),
  headers: Object.fromEntries(pairs.map(([name, value]) => [name.toLowerCase(), value])),
})
const from = { protocol: 'https', address: '203.0.113.9' }

test('a request keeps its own headers, their order and repetitions, and loses those of its connection', () => {
  const headers = requestHeaders(
    message(
      ['Host', '8888-a.rentals.example'],
      ['Connection', 'keep-alive, X-Hop'],
      ['X-Hop', '1'],
      ['Keep-Alive', 'timeout=5'],
      ['TE', 'trailers'],
      ['Cookie', 'a=1'],
      ['X-Forwarded-For', '10.0.0.1'],
      ['X-Real-IP', '10.0.0.1'],
      ['Cookie', 'b=2'],
    ),
    from,
  )
  expect(headers).toEqual([
    ['Host', '8888-a.rentals.example'],
    ['Cookie', 'a=1'],
    ['Cookie', 'b=2'],
    ['x-forwarded-for', '203.0.113.9'],
    ['x-forwarded-host', '8888-a.rentals.example'],
    ['x-forwarded-proto', 'https'],
  ])
})

test('a request cannot name its framing as a header of the connection, nor forge where it comes from', () => {
  const headers = requestHeaders(
    message(
      ['Host', '8888-a.rentals.example'],
      ['Connection', 'Host, Content-Length, Transfer-Encoding'],
      ['Content-Length', '5'],
      ['X-Forwarded-Port', '1'],
      ['X-Forwarded-Prefix', '/admin'],
    ),
    from,
  )
  expect(headers.map(([name]) => name)).toEqual([
    ...['Host', 'Content-Length', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto'],
  ])
})

test('a second host name is left out', () => {
  const rawHeaders = ['Host', '8888-a.rentals.example', 'host', 'other.example']
  const headers = requestHeaders({ rawHeaders, headers: { host: '8888-a.rentals.example' } }, from)
  expect(headers.filter(([name]) => name.toLowerCase() === 'host')).toEqual([['Host', '8888-a.rentals.example']])
})

test('a request for a WebSocket stays one', () => {
  const asked = message(['Host', 'x'], ['Connection', 'keep-alive, Upgrade'], ['Upgrade', 'websocket'])
  const headers = requestHeaders(asked, { ...from, isUpgrade: true })
  expect(headers.slice(0, 3)).toEqual([
    ['Host', 'x'],
    ['connection', 'Upgrade'],
    ['upgrade', 'websocket'],
  ])
})

test.each([
  ['a=1; Domain=rentals.example; Path=/', 'a=1; Path=/'],
  ['a=1; path=/; domain=.example.com', 'a=1; path=/'],
  ['domain=1; Secure', 'domain=1; Secure'],
  ['a=1; HttpOnly', 'a=1; HttpOnly'],
  ['a=1; Domain =rentals.example', 'a=1'],
  ['a=1;\tDOMAIN\t= rentals.example; Secure', 'a=1; Secure'],
])('the cookie %s holds for its own host name', (given, kept) =>
  expect(responseHeaders(message(['Set-Cookie', given]))).toEqual([
    ['Set-Cookie', kept],
    ['x-robots-tag', 'noindex, nofollow'],
  ]),
)
