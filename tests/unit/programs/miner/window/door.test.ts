import { describe, expect, test } from 'vitest'
import { pathThroughDoor, type Visit } from '#service/programs/miner/window/door.ts'
import { createTickets, randomSecret } from '#service/programs/miner/window/tickets.ts'

const door = { port: 4321, secret: randomSecret() }
const host = '127.0.0.1:4321'
const own = { host, origin: `http://${host}`, 'content-type': 'application/json' }
const read = (headers: Visit['headers'], url = `/${door.secret}/state`) =>
  pathThroughDoor({ method: 'GET', url, headers }, door)
const change = (headers: Visit['headers'], method = 'POST') =>
  pathThroughDoor({ method, url: `/${door.secret}/update/check`, headers }, door)

describe('the door', () => {
  test('lets the page, a program with the secret, and the browser that opens it in', () => {
    expect(read({ host })).toBe('state')
    expect(read({ host }, `/${door.secret}/`)).toBe('')
    expect(read({ host, 'sec-fetch-site': 'none' })).toBe('state')
    expect(change({ ...own, 'sec-fetch-site': 'same-origin' })).toBe('update/check')
  })

  test.each([
    ['another name for this machine', { host: 'localhost:4321' }],
    ['a name of somebody else', { host: 'rebound.example:4321' }],
    ['another port', { host: '127.0.0.1:4322' }],
    ['no host', {}],
    ['another site', { host, 'sec-fetch-site': 'cross-site' }],
    ['another port of this machine', { host, 'sec-fetch-site': 'same-site' }],
  ])('refuses to read for %s', (_, headers) => {
    expect(read(headers)).toBeUndefined()
  })

  test.each([
    '/',
    '/state',
    `/${randomSecret()}/state`,
    `/${door.secret.slice(0, -1)}/state`,
    `/${door.secret}`,
    `/${door.secret}/../state`,
    `/${door.secret}/state?x`,
    `http://${host}/${door.secret}/state`,
  ])('refuses the address %s', (url) => {
    expect(read({ host }, url)).toBeUndefined()
  })

  test.each([
    ['no origin', { host, 'content-type': 'application/json' }],
    ['another origin', { ...own, origin: 'http://127.0.0.1:8080' }],
    ['the origin of a page without one', { ...own, origin: 'null' }],
    ['a form', { ...own, 'content-type': 'application/x-www-form-urlencoded' }],
    ['text', { ...own, 'content-type': 'text/plain' }],
  ])('refuses to change for %s', (_, headers) => {
    expect(change(headers)).toBeUndefined()
  })

  test.each(['PUT', 'DELETE', 'OPTIONS', 'HEAD'])('refuses %s', (method) => {
    expect(change(own, method)).toBeUndefined()
  })
})

describe('a ticket', () => {
  test('works once, for a minute', () => {
    let now = 0
    const tickets = createTickets(() => now)
    const [first, second] = [tickets.issue(), tickets.issue()]
    expect(first).toMatch(/^[\w-]{43}$/)
    expect([tickets.redeem(randomSecret()), tickets.redeem(''), tickets.redeem(first)]).toEqual([false, false, true])
    expect(tickets.redeem(first)).toBe(false)
    now = 60_000
    expect(tickets.redeem(second)).toBe(false)
  })
})
