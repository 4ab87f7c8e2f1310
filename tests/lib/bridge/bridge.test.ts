import { describe, expect, test } from 'vitest'
import { type BridgeWindow, openBridge } from '#lib/bridge/bridge.ts'
import type { FromHost, ToHost } from '#lib/bridge/messages.ts'
import { hostKinds, putHost } from '../../../src/gallery/put-host.ts'

const ORIGIN = 'https://idleforge.example'

type Listener = (event: { data: unknown; origin: string; source: unknown }) => void

/** A window without a host, whose messages arrive at once. */
function emptyWindow() {
  const listeners = new Set<Listener>()
  const page = {
    location: { origin: ORIGIN },
    top: undefined as unknown,
    addEventListener: (_: string, listener: Listener) => listeners.add(listener),
    removeEventListener: (_: string, listener: Listener) => listeners.delete(listener),
    /** A message from any other window, with the origin that the browser sets. */
    receive(event: Parameters<Listener>[0]) {
      for (const listener of listeners) listener(event)
    },
    postMessage(data: unknown) {
      page.receive({ data, origin: ORIGIN, source: page })
    },
    listeners,
  }
  page.top = page
  return page
}

const opened = (page: object) => openBridge(page as BridgeWindow)

describe.each(hostKinds)('T24 with %s', (kind) => {
  test('sends messages of the closed set, and receives them', () => {
    const page = emptyWindow()
    const host = putHost(page, kind)
    const bridge = opened(page)
    expect(bridge.isHosted).toBe(true)
    const sent: ToHost[] = [
      { type: 'ready', page: 'stand-message' },
      { type: 'unread', count: 3 },
      { type: 'resize', height: 420 },
      { type: 'open', path: '/messages?report=a1' },
      { type: 'close' },
    ]
    for (const message of sent) bridge.post(message)
    expect(host.received).toEqual(sent)
    const received: FromHost[] = []
    const stop = bridge.listen((message) => received.push(message))
    const messages: FromHost[] = [
      { type: 'refresh' },
      { type: 'theme', theme: 'night' },
      { type: 'language', language: 'zh' },
    ]
    for (const message of messages) host.say(message)
    expect(received).toEqual(messages)
    stop()
    host.say({ type: 'refresh' })
    expect(received).toHaveLength(messages.length)
  })

  test('sends nothing else, above all no token', () => {
    const page = emptyWindow()
    const host = putHost(page, kind)
    const bridge = opened(page)
    const refused: unknown[] = [
      { type: 'close', token: 'secret' },
      { type: 'token', token: 'secret' },
      { type: 'open', path: 'https://evil.example' },
      { type: 'open', path: '//evil.example' },
      { type: 'open', path: '/user?token=a&b=c' },
      { type: 'unread', count: -1 },
      { type: 'resize', height: 1e9 },
    ]
    for (const message of refused) expect(() => bridge.post(message as ToHost)).toThrow()
    expect(host.received).toEqual([])
  })

  test('receives nothing outside the set', () => {
    const page = emptyWindow()
    const host = putHost(page, kind)
    const received: unknown[] = []
    opened(page).listen((message) => received.push(message))
    for (const message of [
      null,
      7,
      'not json {',
      {},
      { type: 'eval', code: 'alert(1)' },
      { type: 'theme', theme: 'javascript:alert(1)' },
      { type: 'refresh', more: 1 },
      { type: 'language', language: 'fr' },
      [],
    ])
      host.say(message)
    expect(received).toEqual([])
  })
})

test.each(['wkwebview', 'android'] as const)(
  'T24 receives from no other window with %s: neither another origin nor another source',
  (kind) => {
    const page = emptyWindow()
    putHost(page, kind)
    const received: unknown[] = []
    opened(page).listen((message) => received.push(message))
    const data = { type: 'refresh' }
    page.receive({ data, origin: 'https://evil.example', source: page })
    page.receive({ data, origin: ORIGIN, source: { other: 'window' } })
    page.receive({ data, origin: 'null', source: null })
    expect(received).toEqual([])
    page.receive({ data, origin: ORIGIN, source: page })
    expect(received).toEqual([data])
  },
)

test('T24 does nothing in a browser, and nothing inside a frame', () => {
  const browser = emptyWindow()
  const bridge = opened(browser)
  expect(bridge.isHosted).toBe(false)
  bridge.post({ type: 'close' })
  expect(bridge.listen(() => undefined)()).toBeUndefined()
  expect(browser.listeners.size).toBe(0)
  const framed = emptyWindow()
  const host = putHost(framed, 'webview2')
  framed.top = {}
  const inFrame = opened(framed)
  inFrame.post({ type: 'close' })
  expect(inFrame.isHosted).toBe(false)
  expect(host.received).toEqual([])
})
