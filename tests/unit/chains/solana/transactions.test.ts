import { base58 } from '@scure/base'
import {
  type Address,
  appendTransactionMessageInstructions,
  type Blockhash,
  createKeyPairSignerFromPrivateKeyBytes,
  createTransactionMessage,
  getBase64EncodedWireTransaction,
  getSignatureFromTransaction,
  type Instruction,
  setTransactionMessageFeePayerSigner,
  setTransactionMessageLifetimeUsingBlockhash,
  signTransactionMessageWithSigners,
} from '@solana/kit'
import {
  findAssociatedTokenPda,
  getCreateAssociatedTokenIdempotentInstructionAsync,
  getTransferCheckedInstruction,
} from '@solana-program/token'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readKey } from '#service/chains/solana/keys.ts'
import { accountsIn, readWire } from '#service/chains/solana/message.ts'
import { signTransfer } from '#service/chains/solana/payer.ts'
import { TOKEN, TOKEN_2022 } from '#service/chains/solana/programs.ts'
import { readTerms, type SolanaTerms, UNIT_STEP, writeTerms } from '#service/chains/solana/terms.ts'

const secret = Uint8Array.from({ length: 32 }, () => 0x11)
const theirs = await createKeyPairSignerFromPrivateKeyBytes(secret)
const key = base58.encode(Uint8Array.from([...secret, ...base58.decode(theirs.address)]))
const signer = readKey(key)
const bytes32 = fc.uint8Array({ minLength: 32, maxLength: 32 }).map((bytes) => base58.encode(bytes))
const u64 = fc.bigInt({ min: 0n, max: 2n ** 64n - 1n })

function budget(discriminator: number, value: bigint, bytes: number): Instruction {
  const data = new Uint8Array(1 + bytes)
  data[0] = discriminator
  for (let at = 0; at < bytes; at += 1) data[1 + at] = Number((value >> BigInt(8 * at)) & 255n)
  return { programAddress: 'ComputeBudget111111111111111111111111111111' as Address, data }
}

/** The same transfer, built and signed by @solana/kit and the token program's own library. */
async function byKit(to: string, token: string, value: bigint, terms: SolanaTerms) {
  const [mint, owner, tokenProgram] = [token as Address, to as Address, terms.program as Address]
  const [source] = await findAssociatedTokenPda({ mint, owner: theirs.address, tokenProgram })
  const [destination] = await findAssociatedTokenPda({ mint, owner, tokenProgram })
  const create = await getCreateAssociatedTokenIdempotentInstructionAsync({ payer: theirs, owner, mint, tokenProgram })
  const instructions = [
    budget(2, BigInt(terms.unitLimit + terms.nth), 4),
    budget(3, terms.unitPrice, 8),
    ...(terms.creates ? [create] : []),
    getTransferCheckedInstruction(
      { source, mint, destination, authority: theirs, amount: value, decimals: terms.decimals },
      { programAddress: tokenProgram },
    ),
  ]
  const lifetime = { blockhash: terms.blockhash as Blockhash, lastValidBlockHeight: terms.lastValidHeight }
  return signTransactionMessageWithSigners(
    appendTransactionMessageInstructions(
      instructions,
      setTransactionMessageLifetimeUsingBlockhash(
        lifetime,
        setTransactionMessageFeePayerSigner(theirs, createTransactionMessage({ version: 'legacy' })),
      ),
    ),
  )
}

test('bytes, id and signature of a transfer are those of @solana/kit', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.record({
        to: bytes32,
        token: bytes32,
        value: u64,
        terms: fc.record({
          blockhash: bytes32,
          slot: fc.constant(7),
          lastValidHeight: fc.constant(157n),
          program: fc.constantFrom(TOKEN, TOKEN_2022),
          decimals: fc.integer({ min: 0, max: 255 }),
          creates: fc.boolean(),
          unitLimit: fc.integer({ min: 1, max: 1_000 }).map((steps) => steps * UNIT_STEP),
          unitPrice: u64,
          nth: fc.integer({ min: 0, max: UNIT_STEP - 1 }),
        }),
      }),
      async ({ to, token, value, terms }) => {
        const transaction = await byKit(to, token, value, terms)
        const { id, signed } = signTransfer(signer, { payer: signer.address, to, token, value }, terms)
        expect(signed).toBe(getBase64EncodedWireTransaction(transaction))
        expect(id).toBe(getSignatureFromTransaction(transaction))
        const wire = readWire(signed)
        expect(wire?.id).toBe(id)
        expect(accountsIn(wire?.message ?? new Uint8Array())[0]).toBe(signer.address)
      },
    ),
    { numRuns: 60 },
  )
})

test('the key of a wallet is read as solana-keygen and as wallets write it', () => {
  const numbers = JSON.stringify([...base58.decode(key)])
  for (const text of [key, `${key}\n`, numbers, ` ${numbers}\n`]) expect(readKey(text).address).toBe(theirs.address)
})

test.each([
  '',
  'abc',
  '[]',
  '[1,2',
  JSON.stringify([...secret]),
  base58.encode(secret),
  '11'.repeat(32),
  `${key}ff`,
  JSON.stringify([...secret, ...secret]),
  JSON.stringify([...base58.decode(key).slice(1), 256]),
  JSON.stringify([...base58.decode(key).slice(1), 0.5]),
])('refuses the key %j without repeating it', (text) => {
  const open = () => readKey(text)
  expect(open).toThrow(/^The key of the wallet has/)
  if (text.length > 3) expect(open).not.toThrow(text)
})

test.each([
  '',
  '0x1234',
  'AQ==',
  'no base64!',
  Buffer.alloc(134).toString('base64'),
  Buffer.alloc(300, 2).toString('base64'),
])('%j is no signed transaction', (text) => expect(readWire(text)).toBeUndefined())

test('terms are kept as text, and other ones are refused', () => {
  const terms: SolanaTerms = {
    ...{ blockhash: 'Es9vMFrzaCERmJfrF4H2FYD4KCoNkY11McCe8BenwNYB', slot: 7, lastValidHeight: 2n ** 60n },
    ...{ program: TOKEN, decimals: 6, creates: true, unitLimit: 21_000, unitPrice: 2n ** 64n - 1n, nth: 3 },
  }
  expect(readTerms(writeTerms(terms))).toEqual(terms)
  for (const text of ['', '{}', 'null', '{"nonce":1}', writeTerms({ ...terms, nth: -1 })])
    expect(() => readTerms(text)).toThrow('The terms of the transaction are not those of Solana')
})
