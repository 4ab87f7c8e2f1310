import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { operatorSettings } from '#world/operator.ts'
import { type OperatorProcess, spawnOperator } from '#world/operator-process.ts'
import { createTronPayoutWorld, type TronPayoutWorld } from '#world/tron-payout-world.ts'

/** A process of the operator's program is killed around the sending of a transfer on Tron. */

let paying: TronPayoutWorld
beforeAll(async () => {
  // The processes use the machine's clock.
  paying = await createTronPayoutWorld({ now: Date.now() })
})
afterAll(() => paying?.close())
afterEach(() => paying.tron.behave())

const run = (line: string, diesAtFirstWord = false): OperatorProcess =>
  spawnOperator(line, { settings: { ...operatorSettings(paying.world), ...paying.settings }, diesAtFirstWord })

/** Runs a command until its node is asked for something, which is then never answered, and kills it. */
async function killAt(method: string, when: 'asked' | 'answered', line: string): Promise<void> {
  const { node } = paying.tron
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
  paying.tron.behave()
}

const count = async () => (await paying.received()).length
const outcomes = async (id: string) => (await paying.transfers(id)).map(({ outcome }) => outcome)

/** Repeats the operator's steps until the withdrawal is credited: it was paid once. */
async function recover(id: string, before: number): Promise<void> {
  expect(await paying.operate(`pay ${id} --send`)).toMatchObject({ code: 0, err: '' })
  await paying.tron.finalize()
  expect((await paying.operate('payouts --follow')).code).toBe(0)
  expect(await paying.shown(id)).toMatchObject({ status: 3 })
  expect(await outcomes(id)).toEqual(['paid'])
  expect((await paying.received()).slice(before)).toEqual([12_000_000n])
  expect(await paying.operate('verify-money')).toMatchObject({ code: 0 })
}

test('killed before it is signed: nothing is begun', async () => {
  const [id, before] = [await paying.approved(), await count()]
  await killAt('getaccount', 'asked', `pay ${id} --send --yes`)
  expect(await paying.transfers(id)).toEqual([])
  await recover(id, before)
})

test('killed after signing, before it is sent: that one is sent, and no other', async () => {
  const [id, before] = [await paying.approved(), await count()]
  await killAt('broadcasthex', 'asked', `pay ${id} --send --yes`)
  await paying.tron.mine(1)
  expect(await count()).toBe(before)
  const [{ transaction_id: signed } = { transaction_id: '' }] = await paying.transfers(id)
  expect(await paying.operate(`pay ${id} --not-sent`)).toMatchObject({ code: 3 })
  await recover(id, before)
  expect(await paying.shown(id)).toMatchObject({ transactionId: signed })
})

test('killed when the network has it and the answer is lost: it is sent again as a duplicate, and paid once', async () => {
  const [id, before] = [await paying.approved(), await count()]
  await killAt('broadcasthex', 'answered', `pay ${id} --send --yes`)
  await paying.tron.mine(1)
  expect([await count(), await outcomes(id)]).toEqual([before + 1, [null]])
  await recover(id, before)
})

test('killed before it can say so: it is found', async () => {
  const [id, before] = [await paying.approved(), await count()]
  expect(await run(`pay ${id} --send --yes`, true).ended).toMatchObject({ signal: 'SIGKILL', out: '' })
  await paying.tron.mine(1)
  expect([await count(), await outcomes(id)]).toEqual([before + 1, [null]])
  await recover(id, before)
})

test('killed after signing and found only when its time is over: it expires, and is paid by another one', async () => {
  const [id, before] = [await paying.approved(), await count()]
  await killAt('broadcasthex', 'asked', `pay ${id} --send --yes`)
  await paying.tron.expire()
  expect((await paying.operate('payouts --follow')).out).toContain('EXPIRED')
  expect(await outcomes(id)).toEqual(['expired'])
  expect(await paying.operate(`pay ${id} --send`)).toMatchObject({ code: 0, err: '' })
  await paying.tron.finalize()
  await paying.operate('payouts --follow')
  expect(await outcomes(id)).toEqual(['expired', 'paid'])
  expect((await paying.received()).slice(before)).toEqual([12_000_000n])
  expect(await paying.operate('verify-money')).toMatchObject({ code: 0 })
})
