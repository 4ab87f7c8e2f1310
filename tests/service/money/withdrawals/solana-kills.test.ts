import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { isEveryKill, killPoints } from '#world/kills.ts'
import { operatorSettings } from '#world/operator.ts'
import { type OperatorProcess, spawnOperator } from '#world/operator-process.ts'
import { createSolanaPayoutWorld, type SolanaPayoutWorld } from '#world/solana-payout-world.ts'

/** A process of the operator's program is killed around the sending of a transfer on Solana. */

let paying: SolanaPayoutWorld
beforeAll(async () => {
  // The processes use the machine's clock.
  paying = await createSolanaPayoutWorld({ now: Date.now() })
})
afterAll(() => paying?.close())
afterEach(() => paying.solana.behave())

const run = (line: string, diesAtFirstWord = false): OperatorProcess =>
  spawnOperator(line, { settings: { ...operatorSettings(paying.world), ...paying.settings }, diesAtFirstWord })

/** Runs a command until its node is asked for something, which is then never answered, and kills it. */
async function killAt(method: string, when: 'asked' | 'answered', line: string): Promise<void> {
  const { node } = paying.solana
  const moment = new Promise<void>((resolve) => {
    if (when === 'asked')
      node.intercept((call) => {
        if (call.method !== method) return undefined
        resolve()
        return 'never'
      })
    else
      node.alter(method, () => {
        resolve()
        return new Promise(() => {})
      })
  })
  const operator = run(line)
  const early = operator.ended.then(({ code, err }) => Promise.reject(new Error(`it ended by itself: ${code} ${err}`)))
  await Promise.race([moment, early])
  operator.kill()
  expect((await operator.ended).signal).toBe('SIGKILL')
  paying.solana.behave()
}

/** 13 GRASS without the fee of 0.05. */
const PAID = 12_950_000_000n
const outcomes = async (id: string) => (await paying.transfers(id)).map(({ outcome }) => outcome)

/** Repeats the operator's steps until the withdrawal is credited: it was paid once. */
async function recover(id: string, before: bigint): Promise<void> {
  expect(await paying.operate(`pay ${id} --send`)).toMatchObject({ code: 0, err: '' })
  paying.solana.finalize()
  expect((await paying.operate('payouts --follow')).code).toBe(0)
  expect(await paying.shown(id)).toMatchObject({ status: 3 })
  expect(await outcomes(id)).toEqual(['paid'])
  expect((await paying.received()) - before).toBe(PAID)
  expect(await paying.operate('verify-money')).toMatchObject({ code: 0 })
}

/** Questions to the node before it signs, in order. */
const questions = [
  ...['getGenesisHash', 'getMultipleAccounts', 'getRecentPrioritizationFees', 'simulateTransaction'],
  ...['getMinimumBalanceForRentExemption', 'getLatestBlockhash', 'getBlockHeight'],
]

test.each(isEveryKill ? questions : questions.slice(-1))(
  'killed at %s, before it is signed: nothing is begun',
  async (method) => {
    const [id, before] = [await paying.approved(), await paying.received()]
    await killAt(method, 'asked', `pay ${id} --send --yes`)
    expect(await paying.transfers(id)).toEqual([])
    await recover(id, before)
  },
)

test('killed after signing, before it is sent: that one is sent, and no other', async () => {
  const [id, before] = [await paying.approved(), await paying.received()]
  await killAt('sendTransaction', 'asked', `pay ${id} --send --yes`)
  paying.solana.mine(1)
  expect(await paying.received()).toBe(before)
  const [{ transaction_id: signed } = { transaction_id: '' }] = await paying.transfers(id)
  expect(await paying.operate(`pay ${id} --not-sent`)).toMatchObject({ code: 3 })
  await recover(id, before)
  expect(await paying.shown(id)).toMatchObject({ transactionId: signed })
})

test('killed when the network has it and the answer is lost: it is sent again as a duplicate, and paid once', async () => {
  const [id, before] = [await paying.approved(), await paying.received()]
  await killAt('sendTransaction', 'answered', `pay ${id} --send --yes`)
  expect([(await paying.received()) - before, await outcomes(id)]).toEqual([PAID, [null]])
  await recover(id, before)
})

test('killed before it can say so: it is found', async () => {
  const [id, before] = [await paying.approved(), await paying.received()]
  expect(await run(`pay ${id} --send --yes`, true).ended).toMatchObject({ signal: 'SIGKILL', out: '' })
  expect([(await paying.received()) - before, await outcomes(id)]).toEqual([PAID, [null]])
  await recover(id, before)
})

test.each(killPoints(['getTransaction', 'getSignatureStatuses']))(
  'killed at %s, while it follows a paid transfer: it is found by the next look',
  async (method) => {
    const [id, before] = [await paying.approved(), await paying.received()]
    await paying.operate(`pay ${id} --send --yes`)
    paying.solana.finalize()
    await killAt(method, 'asked', 'payouts --follow')
    expect(await outcomes(id)).toEqual([null])
    expect((await paying.operate('payouts --follow')).code).toBe(0)
    expect([await outcomes(id), (await paying.received()) - before]).toEqual([['paid'], PAID])
  },
)

test.each(killPoints(['getBlock', 'getBlocksWithLimit']))(
  'killed after signing, and at %s while its expiry is proven: it expires, and is paid by another one',
  async (method) => {
    const [id, before] = [await paying.approved(), await paying.received()]
    await killAt('sendTransaction', 'asked', `pay ${id} --send --yes`)
    paying.solana.expire()
    await killAt(method, 'asked', 'payouts --follow')
    expect(await outcomes(id)).toEqual([null])
    expect((await paying.operate('payouts --follow')).out).toContain('EXPIRED')
    expect(await paying.operate(`pay ${id} --send`)).toMatchObject({ code: 0, err: '' })
    paying.solana.finalize()
    await paying.operate('payouts --follow')
    expect(await outcomes(id)).toEqual(['expired', 'paid'])
    expect((await paying.received()) - before).toBe(PAID)
    expect(await paying.operate('verify-money')).toMatchObject({ code: 0 })
  },
)
