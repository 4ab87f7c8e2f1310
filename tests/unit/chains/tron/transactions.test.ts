import fc from 'fast-check'
import { TronWeb } from 'tronweb'
import { describe, expect, test } from 'vitest'
import { fromHex, toHex } from '#service/chains/tron/addresses.ts'
import {
  bandwidthOf,
  type Call,
  createSigner,
  idOfRaw,
  idOfSigned,
  rawOf,
  signCall,
  transferData,
  type Validity,
} from '#service/chains/tron/transactions.ts'
import { bytesField, intField, readFields } from '#service/chains/tron/wire.ts'

const USDT = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'
const privateKey = Uint8Array.from({ length: 32 }, () => 0x11)
const signer = createSigner(privateKey)
const owner = signer.address
const to = 'TLa2f6VPqDgRE67v1736s7bJ8Ray5wYjU7'
const validity: Validity = {
  refBlock: String(0x4c4b400),
  refId: `0000000004c4b400${'ab'.repeat(24)}`,
  timestamp: 1_795_694_400_000,
  expiration: 1_795_695_000_000,
}

/** No request leaves it: each transaction is built from the given header. */
const web = new TronWeb({ fullHost: 'http://127.0.0.1:1' })
const headerOf = ({ refBlock, refId, timestamp, expiration }: Validity) => ({
  blockHeader: {
    ref_block_bytes: BigInt(refBlock).toString(16).padStart(16, '0').slice(12),
    ref_block_hash: refId.slice(16, 32),
    expiration,
    timestamp,
  },
})

async function judged(call: Exclude<Call, { type: 'trigger' }>, at: Validity) {
  const builder = web.transactionBuilder
  if (call.type === 'transfer') return builder.sendTrx(call.to, Number(call.amount), call.owner, headerOf(at))
  const { owner, receiver, balance } = call
  return call.type === 'delegate'
    ? builder.delegateResource(Number(balance), receiver, 'ENERGY', owner, false, 0, headerOf(at))
    : builder.undelegateResource(Number(balance), receiver, 'ENERGY', owner, headerOf(at))
}

const transferOf = (value: bigint, feeLimit = 30_000_000n): Call => ({
  type: 'trigger',
  owner,
  contract: USDT,
  data: transferData(to, value),
  feeLimit,
})

async function judgedTransfer(value: bigint, feeLimit: bigint, at: Validity) {
  const { transaction } = await web.transactionBuilder.triggerSmartContract(
    USDT,
    'transfer(address,uint256)',
    { feeLimit: Number(feeLimit), txLocal: true, ...headerOf(at) },
    [
      { type: 'address', value: to },
      { type: 'uint256', value: String(value) },
    ],
    owner,
  )
  return transaction
}

test('makes the bytes, id and signature of a token transfer that tronweb makes', async () => {
  const theirs = await judgedTransfer(12_345_678n, 30_000_000n, validity)
  const mine = signCall(signer, transferOf(12_345_678n), validity)
  const signed = await web.trx.sign(theirs, Buffer.from(privateKey).toString('hex'))
  expect(Buffer.from(rawOf(transferOf(12_345_678n), validity)).toString('hex')).toBe(theirs.raw_data_hex)
  expect([mine.id, idOfSigned(mine.signed)]).toEqual([theirs.txID, theirs.txID])
  const { bytes } = readFields(Buffer.from(mine.signed, 'hex'))
  expect(Buffer.from(bytes(2)).toString('hex')).toBe(signed.signature[0]?.toLowerCase().replace(/^0x/, ''))
})

test('makes the bytes of tronweb for any amount, limit, block and time', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.bigInt(1n, 2n ** 256n - 1n),
      fc.bigInt(1n, 15_000_000_000n),
      fc.nat(2 ** 31),
      fc.uint8Array({ minLength: 32, maxLength: 32 }),
      fc.integer({ min: 1, max: 2 ** 42 }),
      async (value, feeLimit, block, id, timestamp) => {
        const at = {
          refBlock: String(block),
          refId: Buffer.from(id).toString('hex'),
          timestamp,
          expiration: timestamp + 600_000,
        }
        const theirs = await judgedTransfer(value, feeLimit, at)
        expect(Buffer.from(rawOf(transferOf(value, feeLimit), at)).toString('hex')).toBe(theirs.raw_data_hex)
      },
    ),
    { numRuns: 50 },
  )
})

describe('makes the bytes that tronweb makes of', () => {
  test.each<[string, Exclude<Call, { type: 'trigger' }>]>([
    ['a transfer of TRX', { type: 'transfer', owner, to, amount: 1_500_000n }],
    ['a delegation of energy', { type: 'delegate', owner, receiver: to, balance: 6_000_000_000n }],
    ['its return', { type: 'undelegate', owner, receiver: to, balance: 6_000_000_000n }],
  ])('%s', async (_, call) => {
    const theirs = await judged(call, validity)
    const raw = rawOf(call, validity)
    expect(Buffer.from(raw).toString('hex')).toBe(theirs.raw_data_hex)
    expect(idOfRaw(raw)).toBe(theirs.txID)
  })
})

test('has the address that tronweb gives the key', () => {
  expect(owner).toBe(TronWeb.address.fromPrivateKey(Buffer.from(privateKey).toString('hex')))
})

test('counts the bandwidth of a transfer: its bytes, the signature and a result', () => {
  const { signed } = signCall(signer, transferOf(12_345_678n), validity)
  expect(bandwidthOf(transferOf(12_345_678n), validity)).toBe(signed.length / 2 + 64)
})

test('reads every message that it writes, and refuses one that is cut off', () => {
  fc.assert(
    fc.property(fc.bigInt(0n, 2n ** 63n - 1n), fc.uint8Array({ maxLength: 300 }), (number, bytes) => {
      const message = Uint8Array.from([...intField(3, number), ...bytesField(18, bytes)])
      const read = readFields(message)
      expect([read.int(3), Buffer.from(read.bytes(18))]).toEqual([number, Buffer.from(bytes)])
      if (bytes.length > 0) expect(() => readFields(message.subarray(0, -1))).toThrow('cut off')
    }),
  )
  expect(() => intField(1, -1)).toThrow('negative')
  expect([intField(3, 0), bytesField(4, [])]).toEqual([[], []])
})

test('writes an address of JSON-RPC and of a topic the same way', () => {
  expect(fromHex(`0x${'0'.repeat(24)}${toHex(to).slice(2)}`)).toBe(to)
})
