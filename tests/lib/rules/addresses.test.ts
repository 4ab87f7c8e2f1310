import { bech32, bech32m } from '@scure/base'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addressOn, looksLike } from '#lib/rules/addresses.ts'
import { type ChainCode, chainCodes } from '#lib/rules/networks.ts'

/** Published addresses: from standards, and of well-known contracts and programs. */
const valid: Record<Exclude<ChainCode, 'BSC' | 'POLYGON' | 'ARBITRUM'>, readonly string[]> = {
  ALEO: [
    'aleo1lqmly7ez2k48ajf5hs92ulphaqr05qm4n8qwzj8v0yprmasgpqgsez59gg',
    'aleo109q2eaugqradc44qqzlf6n9ghzkazyh6fg2myzqrdzzm4jguxyqqp4d2l8',
    'aleo1mhtp5enrhgx2za9m09eg5pk4a463fp6ujs8rrmnxv98k7eq9yvpqv0xn66',
    'aleo1sfydt6z6cnqjx3hcgk9ajw03ecj6uqlfcm9u3p3gdhckzcc2w5xqv3v3pe',
    'aleo1rhgdu77hgyqd3xjj8ucu3jj9r2krwz6mnzyd80gncr5fxcwlh5rsvzp9px',
    'aleo1qg0azcck30ys6598lpmfx9xpfazj9w7ma973g7l5p7eka0p4jq9s2c3vk2',
  ],
  SOLANA: [
    'So11111111111111111111111111111111111111112',
    'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
    'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v',
    'Es9vMFrzaCERmJfrF4H2FYD4KCoNkY11McCe8BenwNYB',
  ],
  TRON: ['TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', 'TNaRAoLUyYEV2uF7GUrzSjRQTU8v5ZJ5VR'],
  ETHEREUM: [
    '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
    '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359',
    '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB',
    '0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb',
    '0x52908400098527886E0F7030069857D2E4169EE7',
    '0xde709f2102306220921060314715629080e2fb77',
  ],
}
const formats = Object.keys(valid) as (keyof typeof valid)[]
const all = formats.flatMap((chain) => valid[chain].map((address) => ({ chain, address })))

test.each(all)('$chain accepts $address as it is', ({ chain, address }) => {
  expect(addressOn(chain, address)).toBe(address)
})

test.each(all)('no other network accepts $address', ({ chain, address }) => {
  const same: readonly ChainCode[] = chain === 'ETHEREUM' ? ['ETHEREUM', 'BSC', 'POLYGON', 'ARBITRUM'] : [chain]
  for (const other of chainCodes) expect(addressOn(other, address)).toBe(same.includes(other) ? address : undefined)
})

test.each(all)(
  '$address is refused with a space, a character more or less, or a look-alike letter',
  ({ chain, address }) => {
    // One digit of base58 less can be 32 bytes as well, and Solana's addresses have no checksum.
    const cut = chain === 'SOLANA' ? [] : [address.slice(1), address.slice(0, -1), `${address}1`, `1${address}`]
    const damaged = [
    ...cut, ` ${address}`, `${address} `, `${address}\n`,
    address.replace('e', 'е'), address.replace(/[a-z]/, 'ａ'), `${address.slice(0, 10)}\u200b${address.slice(10)}`,
    `${address.slice(0, 10)} ${address.slice(10)}`, `${address.slice(0, 12)}0OIl${address.slice(16)}`, '', address + address,
  ] // biome-ignore format: a table of damages reads better in rows
    for (const text of damaged) if (text !== address) expect([text, addressOn(chain, text)]).toEqual([text, undefined])
  },
)

const withChecksum = all.filter(({ chain }) => chain === 'ALEO' || chain === 'TRON')

test.each(withChecksum)('the checksum of $address detects every single change and swap', ({ chain, address }) => {
  const signs =
    chain === 'ALEO' ? 'qpzry9x8gf2tvdw0s3jn54khce6mua7l' : '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
  let tried = 0
  for (let at = 0; at < address.length; at += 1) {
    for (const sign of signs) {
      const changed = address.slice(0, at) + sign + address.slice(at + 1)
      if (changed === address) continue
      tried += 1
      if (addressOn(chain, changed) !== undefined) expect.fail(changed)
    }
    const [one = '', two = ''] = address.slice(at, at + 2)
    const swapped = address.slice(0, at) + two + one + address.slice(at + 2)
    if (swapped !== address && addressOn(chain, swapped) !== undefined) expect.fail(swapped)
  }
  expect(tried).toBeGreaterThan(1000)
})

describe('capitals of EIP-55', () => {
  test.each(valid.ETHEREUM)('%s is recognised without capitals, and refused with one wrong', (address) => {
    expect(addressOn('BSC', address.toLowerCase())).toBe(address)
    expect(addressOn('ETHEREUM', `0x${address.slice(2).toUpperCase()}`)).toBe(address)
    const letters = [...address].flatMap((sign, at) => (at > 1 && /[a-f]/i.test(sign) ? [at] : []))
    for (const at of letters) {
      const sign = address[at] ?? ''
      const other = sign === sign.toLowerCase() ? sign.toUpperCase() : sign.toLowerCase()
      const changed = address.slice(0, at) + other + address.slice(at + 1)
      const isPlain = changed === changed.toLowerCase() || changed.slice(2) === changed.slice(2).toUpperCase()
      expect(addressOn('ETHEREUM', changed)).toBe(isPlain ? address : undefined)
    }
  })

  test('a prefix in capitals is refused', () => {
    expect(addressOn('ETHEREUM', '0XDE709F2102306220921060314715629080E2FB77')).toBeUndefined()
  })
})

test.each<[ChainCode, string]>([
  ['ALEO', 'aleo1qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqq3ljyzc'],
  ['SOLANA', '11111111111111111111111111111111'],
  ['TRON', 'T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb'],
  ['ETHEREUM', `0x${'0'.repeat(40)}`],
])('%s refuses the zero address', (chain, address) => {
  expect(addressOn(chain, address)).toBeUndefined()
})

test('an address of Bitcoin, whose checksum is the same, is refused on Tron', () => {
  expect(addressOn('TRON', '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa')).toBeUndefined()
})

test('no random text is accepted by chance, and none throws', () => {
  fc.assert(
    fc.property(fc.constantFrom(...chainCodes), fc.string({ maxLength: 80, unit: 'grapheme' }), (chain, text) => {
      expect(addressOn(chain, text)).toBeUndefined()
    }),
    { numRuns: 2000 },
  )
})

test('the older checksum of bech32, another prefix and mixed case are refused; capitals alone are not', () => {
  const { bytes } = bech32m.decodeToBytes(valid.ALEO[0] ?? '')
  expect(addressOn('ALEO', bech32m.encode('aleo', bech32m.toWords(bytes)))).toBe(valid.ALEO[0])
  expect(addressOn('ALEO', bech32.encode('aleo', bech32.toWords(bytes)))).toBeUndefined()
  expect(addressOn('ALEO', bech32m.encode('aleo', bech32m.toWords(bytes.subarray(1))))).toBeUndefined()
  expect(addressOn('ALEO', bech32m.encode('alea', bech32m.toWords(bytes)))).toBeUndefined()
  const [address = ''] = valid.ALEO
  expect(addressOn('ALEO', address.toUpperCase())).toBe(address)
  expect(addressOn('ALEO', `A${address.slice(1)}`)).toBeUndefined()
})

test('addresses look alike when the first 7 and the last 4 characters are the same', () => {
  const one = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
  expect(looksLike(one, '0x5aAeb0000000000000000000000000000000eAed')).toBe(true)
  expect(looksLike(one, '0x5AAEB0000000000000000000000000000000EAED')).toBe(true)
  expect(looksLike(one, one)).toBe(false)
  expect(looksLike(one, '0x5aAec0000000000000000000000000000000eAed')).toBe(false)
})
