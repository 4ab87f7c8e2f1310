import { sha256 } from '@noble/hashes/sha2.js'
import { createBase58check } from '@scure/base'
import { HDKey } from '@scure/bip32'
import fc from 'fast-check'
import { TronWeb, utils } from 'tronweb'
import { describe, expect, test } from 'vitest'
import { addresses, fromHex, toHex } from '#service/chains/tron/addresses.ts'

const USDT = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'
const USDT_HEX = '41a614f803b6fd780986a42c78ec9c7f77e6ded13c'

describe('takes the address of USDT', () => {
  test.each([
    ['as it is', USDT],
    ['in hexadecimal with 41', USDT_HEX],
    ['in hexadecimal capitals', USDT_HEX.toUpperCase()],
    ['with spaces around it', `  ${USDT}\n`],
    ['broken over two lines', `${USDT.slice(0, 17)}\r\n${USDT.slice(17)}`],
    ['with invisible signs', `\u200b${USDT.slice(0, 9)}\u2066${USDT.slice(9)}\ufeff`],
    ['in full-width letters', Array.from(USDT, (one) => String.fromCharCode(one.charCodeAt(0) + 0xfee0)).join('')],
    ['after an ideographic space', `\u3000${USDT}`],
  ])('%s', (_, text) => {
    expect([addresses.fault(text), addresses.normal(text)]).toEqual([undefined, USDT])
    expect(addresses.same(text, USDT)).toBe(true)
  })
})

const bitcoin = createBase58check(sha256).encode(Uint8Array.from([0, ...new Array(20).fill(7)]))

describe('says what is wrong with a text', () => {
  test.each([
    ['', 'is empty'],
    [' \u3000', 'is empty'],
    ['0xdAC17F958D2ee523a2206206994597C13D831ec7', 'Ethereum or BNB Smart Chain'],
    ['0x1234', 'begins with T'],
    ['a614f803b6fd780986a42c78ec9c7f77e6ded13c', 'without the 41'],
    [bitcoin, 'begins with T'],
    ['7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU', 'begins with T'],
    [`${USDT.slice(0, -1)}u`, 'its checksum is wrong'],
    [USDT.toLowerCase(), 'begins with T'],
    [USDT.replace('H', 'h'), 'its checksum is wrong'],
    [USDT.slice(0, -1), 'has 33 characters'],
    [`${USDT}t`, 'has 35 characters'],
    [USDT.replace('7', '0'), 'holds "0"'],
    [USDT.replace('7', 'O'), 'holds "O"'],
    ['T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb', 'lost'],
    [`41${'0'.repeat(40)}`, 'lost'],
  ])('%s: %s', (text, reason) => {
    expect(addresses.fault(text)).toContain(reason)
    expect(() => addresses.normal(text)).toThrow(reason)
    expect(addresses.same(text, text)).toBe(false)
  })
})

test('agrees with tronweb about every address, and about every address with one changed letter', () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 20, maxLength: 20 }), fc.nat(33), fc.nat(57), (bytes, place, letter) => {
      const hex = `41${Buffer.from(bytes).toString('hex')}`
      if (/^410+$/.test(hex)) return
      const address = TronWeb.address.fromHex(hex)
      expect([addresses.normal(hex), toHex(address), fromHex(toHex(address))]).toEqual([
        address,
        `0x${hex.slice(2)}`,
        address,
      ])
      const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
      const changed = address.slice(0, place) + alphabet.charAt(letter) + address.slice(place + 1)
      expect(addresses.fault(changed) === undefined).toBe(TronWeb.isAddress(changed))
    }),
  )
})

test('tells two addresses apart', () => {
  expect(addresses.same(USDT, 'TLa2f6VPqDgRE67v1736s7bJ8Ray5wYjU7')).toBe(false)
  expect(addresses.same(USDT, 'nonsense')).toBe(false)
})

const PHRASE = 'test test test test test test test test test test test junk'
const account = HDKey.fromMasterSeed(
  // The seed of the phrase above (BIP-39, no passphrase).
  Buffer.from(utils.ethersUtils.Mnemonic.fromPhrase(PHRASE).computeSeed().slice(2), 'hex'),
).derive("m/44'/195'/0'")

test('derives the addresses of an account from its public key alone', () => {
  const addressOf = addresses.derive(account.publicExtendedKey)
  expect([0, 1, 2, 77, 2 ** 31 - 1].map(addressOf)).toEqual(
    [0, 1, 2, 77, 2 ** 31 - 1].map((number) => TronWeb.fromMnemonic(PHRASE, `m/44'/195'/0'/0/${number}`).address),
  )
})

test('derives the same addresses as tronweb for any number', () => {
  const addressOf = addresses.derive(account.publicExtendedKey)
  fc.assert(
    fc.property(fc.nat(2 ** 31 - 1), (number) => {
      expect(addressOf(number)).toBe(TronWeb.fromMnemonic(PHRASE, `m/44'/195'/0'/0/${number}`).address)
    }),
    { numRuns: 10 },
  )
})
