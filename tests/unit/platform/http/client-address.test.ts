import type { IncomingMessage } from 'node:http'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  clientAddress,
  groupsOf,
  isNetwork,
  plainAddress,
  sourcesOf,
  type TrustedProxies,
  trustOf,
} from '#service/platform/http/client-address.ts'
import { createSourcePlaces } from '#service/platform/http/source-places.ts'

const seen = (proxies: TrustedProxies, remoteAddress: string, told?: string) =>
  clientAddress(
    { headers: told === undefined ? {} : { 'x-forwarded-for': told }, socket: { remoteAddress } } as IncomingMessage,
    trustOf(proxies),
  )

describe('the address of a client', () => {
  test.each<[string, TrustedProxies, string, string | undefined, string]>([
    ['no proxy: nothing is believed', 0, '203.0.113.9', '10.0.0.1', '203.0.113.9'],
    ['one proxy: what it has appended', 1, '10.0.0.5', '198.51.100.7', '198.51.100.7'],
    ['one proxy: not what the visitor wrote before', 1, '10.0.0.5', '1.1.1.1, 2.2.2.2, 198.51.100.7', '198.51.100.7'],
    ['one proxy that tells nothing: its own', 1, '10.0.0.5', undefined, '10.0.0.5'],
    ['two proxies', 2, '10.0.0.5', '1.1.1.1, 198.51.100.7, 10.0.0.4', '198.51.100.7'],
    ['two proxies, of which one is passed by', 2, '10.0.0.5', '198.51.100.7', '198.51.100.7'],
    ['a network', ['10.0.0.0/8'], '10.0.0.5', '1.1.1.1, 198.51.100.7, 10.1.2.3', '198.51.100.7'],
    ['a visitor past the proxy of a network', ['10.0.0.0/8'], '203.0.113.9', '1.1.1.1', '203.0.113.9'],
    ['a proxy by IPv4 in IPv6', ['10.0.0.0/8'], '::ffff:10.0.0.5', '198.51.100.7', '198.51.100.7'],
    ['a network of IPv6', ['fd00::/8', '10.0.0.1'], 'fd12::1', '2001:db8::7, 10.0.0.1', '2001:db8::7'],
    ['text that is no address', ['10.0.0.0/8'], '10.0.0.5', 'unknown', 'unknown'],
    ['a port behind the address', 1, '10.0.0.5', '198.51.100.7:4711', '198.51.100.7'],
    ['brackets, port and zone', 1, '10.0.0.5', '[FE80::1%eth0]:4711', 'fe80::1'],
    ['empty parts', 1, '10.0.0.5', ' , 198.51.100.7 ,', '198.51.100.7'],
    ['only proxies', ['10.0.0.0/8'], '10.0.0.5', '10.0.0.6', '10.0.0.6'],
  ])('%s', (_, proxies, peer, told, expected) => expect(seen(proxies, peer, told)).toBe(expected))

  test('never depends on what stands to the left of what the proxies have written', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(fc.ipV4(), fc.ipV6(), fc.string())), fc.ipV4(), (forged, client) => {
        const told = [...forged.map((text) => text.replace(/[^\x20-\x7e]/g, '?')), client].join(', ')
        expect(seen(1, '10.0.0.5', told)).toBe(client)
      }),
    )
  })
})

test.each([
  ...(['10.0.0.0/8', '10.0.0.1', '::1', 'fd00::/8', '::/0', '0.0.0.0/32'] as const).map(
    (text) => [text, true] as const,
  ),
  ...['10.0.0.0/33', '::/129', '10.0.0', 'fd00', 'proxy', '', '10.0.0.0/', '10.0.0.0/8 '].map(
    (text) => [text, false] as const,
  ),
])('the network %j: %s', (text, expected) => expect(isNetwork(text)).toBe(expected))

describe('the sources of an address', () => {
  test.each([
    ['198.51.100.7', ['198.51.100.7']],
    ['::ffff:198.51.100.7', ['198.51.100.7']],
    ['64:ff9b::c633:6407', ['198.51.100.7']],
    ['64:ff9b::198.51.100.7', ['198.51.100.7']],
    ['2001:db8:1:2:3:4:5:6', ['2001:db8:1:2::/64', '2001:db8:1:0::/56']],
    ['2001:DB8:1:2ff::1', ['2001:db8:1:2ff::/64', '2001:db8:1:200::/56']],
    ['2001:db8::1', ['2001:db8:0:0::/64', '2001:db8:0:0::/56']],
    ['::1', ['0:0:0:0::/64', '0:0:0:0::/56']],
    ['user-7', ['user-7']],
  ])('%s', (address, expected) => expect(sourcesOf(address)).toEqual(expected))

  test('are those of every other way to write it, and of every address of the same /64', () => {
    const group = fc.integer({ min: 0, max: 0xffff }).map((value) => value.toString(16))
    fc.assert(
      fc.property(fc.array(group, { minLength: 8, maxLength: 8 }), fc.ipV6(), (groups, other) => {
        fc.pre(groups[0] !== '64' && groups[0] !== '0')
        const [full, short] = [groups.join(':'), new URL(`http://[${groups.join(':')}]`).hostname]
        expect(groupsOf(plainAddress(short))).toEqual(groups)
        expect(sourcesOf(short)).toEqual(sourcesOf(full.toUpperCase()))
        const beside = [...groups.slice(0, 4), ...groupsOf(plainAddress(other)).slice(4)].join(':')
        expect(sourcesOf(beside)).toEqual(sourcesOf(full))
      }),
    )
  })
})

test('a source holds as many places as it may, whichever of its addresses takes them, and gives each back once', () => {
  const places = createSourcePlaces()
  const first = places.take('2001:db8:1:201::1', 2)
  expect(places.take('2001:db8:1:2ff::9', 2)).toBeTypeOf('function')
  expect(places.take('2001:db8:1:203::1', 2)).toBeUndefined()
  expect(places.take('2001:db8:1:300::1', 2)).toBeTypeOf('function')
  first?.()
  first?.()
  expect(places.take('2001:db8:1:201::1', 2)).toBeTypeOf('function')
  expect(places.take('2001:db8:1:201::1', 2)).toBeUndefined()
})
