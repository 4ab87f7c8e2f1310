import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { sm2 } from 'sm-crypto'
import { afterEach, describe, expect, test } from 'vitest'
import { createTicketMaker } from '#lib/crypto/curve.ts'
import { seal } from '#lib/crypto/seal.ts'
import { createSealer } from '#lib/crypto/sealer.ts'
import type { CreateBackend } from '#service/platform/http/sm2/backend.ts'
import { loadSm2Key } from '#service/platform/http/sm2/key.ts'
import { createNoble } from '#service/platform/http/sm2/noble.ts'
import { createSm2Opener, UnopenableError } from '#service/platform/http/sm2/opener.ts'
import { newKeyPair, selfTest } from '#service/platform/http/sm2/self-test.ts'
import { createWasm } from '#service/platform/http/sm2/wasm.ts'
import { mixedMessages } from '#world/messages.ts'
import { accepted, privateKey, publicKey, refused } from '#world/sm2-vectors.ts'

/** Messages in each direction; `npm run test:long` has 200. */
const MESSAGES = Number(process.env.SM2_MESSAGES ?? 40)
const order = 0xfffffffeffffffffffffffffffffffff7203df6b21c6052b53bbf40939d54123n
const hexOf = (value: bigint) => value.toString(16).padStart(64, '0')

/** Sealed by sm-crypto; again where its key stream is all zero, which it sends and the standard forbids. */
function sealWithOracle(text: string, key = publicKey): string {
  const open = Buffer.from(text).toString('hex')
  for (;;) {
    const sealed = sm2.doEncrypt(text, key, 1)
    if (!sealed.endsWith(open)) return `04${sealed}`
  }
}

describe.each([
  ['wasm', createWasm],
  ['noble', createNoble],
] as const)('%s', (name, create) => {
  const opener = createSm2Opener({ privateKey, candidates: [create] })

  test('is the requested back end', () => {
    expect(opener.backend).toBe(name)
  })

  test.each(accepted)('opens the vector "$name"', ({ cipher, text }) => {
    expect(opener.open(cipher)).toBe(text)
    expect(opener.open(cipher.toUpperCase())).toBe(text)
  })

  test.each(refused)('refuses the vector "$name"', ({ cipher }) => {
    expect(() => opener.open(cipher)).toThrow(UnopenableError)
  })

  test('opens every message that sm-crypto seals', () => {
    for (const message of mixedMessages(MESSAGES, 23)) expect(opener.open(sealWithOracle(message))).toBe(message)
  })

  test('refuses with any byte flipped', () => {
    const q = Buffer.from(sealWithOracle('{"amount":"1"}'), 'hex')
    for (let i = 0; i < q.length; i++) {
      const flipped = Buffer.from(q)
      flipped.writeUInt8(flipped.readUInt8(i) ^ (1 << (i % 8)), i)
      expect(() => opener.open(flipped.toString('hex'))).toThrow(UnopenableError)
    }
  })

  test('opens with the largest and the smallest private key', () => {
    for (const d of [1n, 2n, order - 2n]) {
      const edge = createSm2Opener({ privateKey: hexOf(d), candidates: [create] })
      expect(edge.open(sealWithOracle('edge', edge.publicKey))).toBe('edge')
    }
  })

  test('refuses bytes that are not UTF-8', () => {
    const bytes = Array.from(Buffer.from('ok\xff\xfe', 'latin1'))
    const q = `04${sm2.doEncrypt(bytes as unknown as string, publicKey, 1)}`
    expect(() => opener.open(q)).toThrow(UnopenableError)
  })
})

const opener = createSm2Opener({ privateKey })

test('a start succeeds only when sm-crypto and our code open what the other seals', () => {
  selfTest(opener.open, privateKey)
  expect(() => selfTest(() => 'something else', privateKey)).toThrow('does not open what sm-crypto seals')
  expect(() => selfTest(opener.open, hexOf(5n))).toThrow(UnopenableError)
})

test('new keys are pairs that both open with, and no two are the same', () => {
  const pairs = Array.from({ length: 5 }, newKeyPair)
  for (const pair of pairs) selfTest(createSm2Opener({ privateKey: pair.privateKey }).open, pair.privateKey)
  expect(new Set(pairs.map((pair) => pair.privateKey)).size).toBe(5)
})

test('prefers WebAssembly, and logs its choice', () => {
  const lines: string[] = []
  const log = { info: (line: string) => lines.push(line), warn: (line: string) => lines.push(`warning: ${line}`) }
  createSm2Opener({ privateKey, log })
  expect(lines).toEqual(['SM2 back end: wasm'])
})

test('falls back with a warning when the first back end fails or gives wrong answers', () => {
  const throwing: CreateBackend = () => {
    throw new Error('unsupported')
  }
  const wrong: CreateBackend = (d) => ({ ...createNoble(d), name: 'wasm', derive: () => Buffer.alloc(64, 1) })
  for (const broken of [throwing, wrong]) {
    const warnings: string[] = []
    const log = { info: () => {}, warn: (line: string) => warnings.push(line) }
    expect(createSm2Opener({ privateKey, log, candidates: [broken, createNoble] }).backend).toBe('noble')
    expect(warnings).toHaveLength(1)
  }
  expect(() => createSm2Opener({ privateKey, candidates: [throwing] })).toThrow('no SM2 back end')
})

test('opens what the client seals', async () => {
  const sealer = createSealer(opener.publicKey)
  for (const message of mixedMessages(MESSAGES, 31)) {
    expect(JSON.parse(opener.open(await sealer.seal({ message })))).toEqual({ message })
  }
  sealer.close()
})

test('opens ciphertexts that begin with 04 of their own, stripping one', () => {
  const makeTicket = createTicketMaker(publicKey)
  const own04 = []
  while (own04.length < 3) {
    const ticket = makeTicket()
    if (ticket.c1[1] === 4) own04.push(seal(ticket, Buffer.from('twice 04')))
  }
  for (const q of own04) {
    expect(q).toMatch(/^0404/)
    expect(opener.open(q)).toBe('twice 04')
    expect(() => opener.open(q?.slice(2))).toThrow(UnopenableError)
  }
})

test('refuses anything that is not a ciphertext, with the same error', () => {
  const anything = fc.oneof(fc.anything(), fc.string(), fc.stringMatching(/^04[0-9a-f]{194,400}$/))
  fc.assert(
    fc.property(anything, (q) => {
      expect(() => opener.open(q)).toThrow(new UnopenableError())
    }),
  )
})

test('refuses a ciphertext with anything but hex behind it', () => {
  const q = sealWithOracle('whole')
  for (const tail of ['zz', '0g', '\n\n', '  ']) expect(() => opener.open(q + tail)).toThrow(UnopenableError)
})

test('does no curve work for envelopes that can be refused without it', () => {
  let derivations = 0
  const counting: CreateBackend = (d) => {
    const backend = createWasm(d)
    const derive = (c1: Buffer) => {
      derivations++
      return backend.derive(c1)
    }
    return { ...backend, derive }
  }
  const counted = createSm2Opener({ privateKey, candidates: [counting] })
  // The known answer of the start.
  expect(derivations).toBe(1)
  derivations = 0
  for (const { cipher, expect: reason } of refused) {
    if (reason !== 'BAD_MAC') expect(() => counted.open(cipher)).toThrow(UnopenableError)
  }
  expect(derivations).toBe(0)
  counted.open(sealWithOracle('counted'))
  expect(derivations).toBe(1)
})

test('refuses envelopes that are longer than a body may be', () => {
  const q = sealWithOracle('x'.repeat(32 * 1024))
  expect(q.length).toBeGreaterThan(64 * 1024)
  expect(() => opener.open(q)).toThrow(UnopenableError)
})

test('opens requests of the previous key, and of no older one', () => {
  const [old, older] = [sm2.generateKeyPairHex(), sm2.generateKeyPairHex()]
  const rotated = createSm2Opener({ privateKey, previousKey: old.privateKey })
  expect(rotated.open(sealWithOracle('new'))).toBe('new')
  expect(rotated.open(sealWithOracle('old', old.publicKey))).toBe('old')
  expect(() => rotated.open(sealWithOracle('older', older.publicKey))).toThrow(UnopenableError)
})

describe('the key', () => {
  const folders: string[] = []
  const newFile = () => {
    const folder = mkdtempSync(join(tmpdir(), 'sm2-key-'))
    folders.push(folder)
    return join(folder, 'deep', 'sm2.key')
  }
  afterEach(() => {
    for (const folder of folders.splice(0)) rmSync(folder, { recursive: true })
  })

  test('is created once, for its owner only, and found again', () => {
    const file = newFile()
    const made = loadSm2Key({ file })
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(readdirSync(join(file, '..'))).toEqual(['sm2.key'])
    expect(loadSm2Key({ file })).toEqual(made)
    expect(createSm2Opener(made).publicKey).toBe(made.publicKey)
  })

  test('comes from the setting when there is one, and no file is created', () => {
    const file = newFile()
    expect(loadSm2Key({ privateKeyHex: ` ${privateKey.toUpperCase()}\n`, file })).toEqual({ privateKey, publicKey })
    expect(() => readFileSync(file)).toThrow('ENOENT')
  })

  test.each(['xyz', hexOf(0n), hexOf(order), hexOf(order - 1n), `${privateKey}00`])('%s is refused by name', (bad) => {
    const file = newFile()
    expect(() => loadSm2Key({ privateKeyHex: bad, file })).toThrow(/^SM2_PRIVATE_KEY is not/)
    loadSm2Key({ file })
    writeFileSync(file, bad)
    expect(() => loadSm2Key({ file })).toThrow(`${file} is not`)
    expect(() => createSm2Opener({ privateKey: bad })).toThrow('the SM2 private key is not')
    expect(() => createSm2Opener({ privateKey, previousKey: bad })).toThrow('the previous SM2 private key is not')
  })
})
