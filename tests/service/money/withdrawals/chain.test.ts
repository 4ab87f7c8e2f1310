import { chmodSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEther } from 'viem'
import { afterEach, describe, expect, test } from 'vitest'
import { payer, payerKey } from '#world/chain.ts'
import { notifyAll } from '#world/notifications.ts'
import { createOperator } from '#world/operator.ts'
import { CONFIRMATION_BLOCKS, createPayoutWorld, type PayoutWorld } from '#world/payout-world.ts'

let paying: PayoutWorld
const open = async (...request: Parameters<typeof createPayoutWorld>) => {
  paying = await createPayoutWorld(...request)
  return paying
}
afterEach(() => paying.close())

const idIn = (out: string) => /0x[0-9a-f]{64}/.exec(out)?.[0] ?? ''
/** States in the output of `payouts --follow`. */
const follow = async () => {
  const { out, code } = await paying.operate('payouts --follow --json')
  return { code, states: (JSON.parse(out) as { state: string }[]).map(({ state }) => state) }
}
const isUntouched = async () => {
  expect(await paying.world.query('select * from payouts')).toEqual([])
  expect(await paying.world.query('select * from signed_transfers')).toEqual([])
  expect(await paying.chain.balanceOf(paying.receiver)).toBe(0n)
}

describe('a payout that is signed', () => {
  test.each([
    ['ETHEREUM', '10'],
    ['BSC', '12.7'],
  ] as const)('on %s arrives to the last unit, and is credited when it is final', async (on, receive) => {
    const { operate, chain, world, user, receiver, shown } = await open(on)
    const id = await paying.approved()
    const sent = await operate(`pay ${id} --send`)
    expect(sent).toMatchObject({ code: 0, err: '' })
    expect(sent.questions[0]).toMatch(
      new RegExp(
        `^Sign and send 13 USDT \\(${receive} USDT after the fee\\) of .* from 0x\\w{40}, for a network fee of at most 0\\.0\\d+ ${on === 'BSC' ? 'BNB' : 'ETH'}\\?$`,
      ),
    )
    expect(sent.out).toContain(`The service credits it when ${CONFIRMATION_BLOCKS} blocks hold it.`)
    expect(await chain.balanceOf(receiver)).toBe(chain.units(receive))
    for (let blocks = 1; blocks < CONFIRMATION_BLOCKS; blocks += 1) {
      expect(await follow()).toEqual({ code: 0, states: ['waiting'] })
      expect(await shown(id)).toMatchObject({ status: 1 })
      await chain.mine(1)
    }
    expect(await follow()).toEqual({ code: 0, states: ['paid'] })
    expect(await shown(id)).toMatchObject({ status: 3, transactionId: idIn(sent.out) })
    expect(await follow()).toEqual({ code: 0, states: [] })
    expect(await chain.received(receiver)).toHaveLength(1)
    await notifyAll(world)
    await expect.poll(() => world.letters.some(({ subject }) => subject === 'Withdrawal of 13 USDT paid')).toBe(true)
    expect(world.letters.find(({ subject }) => subject.endsWith('paid'))?.to).toBe(user.email)
  })

  test('pays once however often it is sent, and is shown in the lists', async () => {
    const { operate, chain, receiver } = await open('ETHEREUM')
    const id = await paying.approved()
    const transactionId = idIn((await operate(`pay ${id} --send`)).out)
    const again = await operate(`pay ${id} --send`)
    expect(again).toMatchObject({ code: 0, err: '' })
    expect(again.questions[0]).toContain(`by the transaction ${transactionId}, which is signed already?`)
    expect(idIn(again.out)).toBe(transactionId)
    expect(await chain.received(receiver)).toHaveLength(1)
    expect((await operate('withdrawals')).out).toContain(`under way: ${transactionId}`)
    const { coins } = JSON.parse((await operate('payouts --json')).out) as { coins: object[] }
    expect(coins.at(-1)).toMatchObject({
      coin: 'USDT',
      underWay: '10',
      wallets: [{ network: 'Ethereum (ERC20)', wallet: payer.address, holds: '1990' }],
    })
    expect((await operate('payouts')).out).toContain('1990 on Ethereum (ERC20)')
    const refusals = {
      [`pay ${id} --not-sent`]: 'A transfer for it is signed',
      [`pay ${id} --transaction 0x${'1'.repeat(64)}`]: 'A transfer for it is signed',
      [`pay ${id} --transaction ${transactionId}`]: 'The service books this transaction by itself',
    }
    for (const [words, err] of Object.entries(refusals))
      expect(await operate(words)).toMatchObject({ code: 3, err: expect.stringContaining(err) })
    expect(await operate(`refuse ${id} --reason no`)).toMatchObject({ code: 3 })
  })

  test('uses consecutive nonces for three concurrent payouts, and pays once when two operators send it', async () => {
    const { operate, chain, world, receiver } = await open('BSC')
    const ids = [await paying.approved(), await paying.approved('14'), await paying.approved('15')]
    await chain.hold()
    const ran = await Promise.all([...ids, ids[0]].map((id) => operate(`pay ${id} --send --yes`)))
    expect(ran.filter(({ code }) => code === 0).length).toBeGreaterThanOrEqual(3)
    const rows = await world.query<{ terms: string }>('select terms from signed_transfers order by position')
    expect(rows.map(({ terms }) => JSON.parse(terms).nonce)).toEqual([0, 1, 2])
    expect(await follow()).toEqual({ code: 0, states: ['waiting', 'waiting', 'waiting'] })
    await chain.mine(CONFIRMATION_BLOCKS)
    expect(await follow()).toEqual({ code: 0, states: ['paid', 'paid', 'paid'] })
    expect(await chain.received(receiver)).toHaveLength(3)
    expect(await chain.balanceOf(receiver)).toBe(chain.units('41.1'))
    expect((await operate('payouts')).out).toContain('1958.9 on BNB Smart Chain (BEP20)')
  })
})

describe('nothing is begun', () => {
  test('where the node, the wallet or the token are not the configured ones', async () => {
    const { operate, chain, world, settings, receiver } = await open('ETHEREUM')
    const id = await paying.approved()
    const otherOperator = createOperator(world, { ...settings, ETHEREUM_CHAIN_ID: '5' })
    expect(await otherOperator(`pay ${id} --send`)).toMatchObject({ code: 3, err: 'The node serves chain 1, not 5.\n' })
    const noToken = createOperator(world, { ...settings, ETHEREUM_USDT: receiver })
    expect(await noToken(`pay ${id} --send`)).toMatchObject({ code: 3, err: expect.stringContaining('no token') })
    await chain.refuse(receiver)
    expect(await operate(`pay ${id} --send`)).toMatchObject({
      code: 3,
      err: expect.stringMatching(/^The token refuses the transfer: .*stopped/),
    })
    await chain.refuse(receiver, false)
    await chain.client.setBalance({ address: payer.address, value: 1000n })
    expect(await operate(`pay ${id} --send`)).toMatchObject({ code: 3, err: expect.stringContaining("network's fee") })
    await chain.client.setBalance({ address: payer.address, value: parseEther('1') })
    await operate('payouts --coin USDT --hour 9 --day 9')
    expect(await operate(`pay ${id} --send`)).toMatchObject({ code: 3, err: expect.stringContaining('hourly limit') })
    await operate('payouts --pause')
    expect(await operate(`pay ${id} --send`)).toMatchObject({ code: 3, err: expect.stringContaining('paused') })
    paying.gate.down()
    expect(await operate(`pay ${id} --send`)).toMatchObject({
      code: 5,
      err: expect.stringMatching(/^The node does not answer: /),
    })
    await isUntouched()
  })

  test('when the wallet holds too little of the token', async () => {
    const { operate } = await open('ETHEREUM')
    const id = await paying.approved('2000')
    await paying.chain.spend('4')
    expect(await operate(`pay ${id} --send`)).toMatchObject({
      code: 3,
      err: expect.stringContaining('too little of the token'),
    })
  })

  test('without a key that only the operator can read, and the key is never printed', async () => {
    const { operate, world, settings } = await open('ETHEREUM')
    const id = await paying.approved()
    const file = join(world.dataDir, 'other.key')
    const by = (keyFile: string) => createOperator(world, { ...settings, PAYER_KEY_FILE: keyFile })(`pay ${id} --send`)
    const all = [await by(''), await by(file)]
    writeFileSync(file, `${payerKey.slice(2)}00`, { mode: 0o600 })
    all.push(await by(file))
    writeFileSync(file, payerKey.slice(2))
    chmodSync(file, 0o640)
    all.push(await by(file))
    expect(all.map(({ code }) => code)).toEqual([3, 3, 3, 3])
    expect(all.map(({ err }) => err).join('')).toMatch(
      /PAYER_KEY_FILE.*\n.*there is no file.*\n.*64 hex.*\n.*chmod 600/,
    )
    await isUntouched()
    chmodSync(file, 0o600)
    all.push(await by(file), await operate('audit'))
    expect(all.at(-2)).toMatchObject({ code: 0 })
    expect(JSON.stringify(all)).not.toContain(payerKey.slice(2))
  })

  test('where a program does not pay, and for what is not approved', async () => {
    const { operate, world, settings } = await open('BSC')
    const id = await paying.approved()
    const { BSC_RPC_URL: _, ...noNode } = settings
    const byHand = { code: 3, err: expect.stringMatching(/^No node is set .* enter the transaction\.\n$/) }
    expect(await createOperator(world, noNode)(`pay ${id} --send`)).toMatchObject(byHand)
    const other = await paying.other('NODEPAY', '20')
    expect(await operate(`pay ${other} --send`)).toMatchObject(byHand)
    expect(await operate(`pay ${id} --send --not-sent`)).toMatchObject({ code: 2 })
    await operate(`pay ${id}`)
    expect(await operate(`pay ${id} --send`)).toMatchObject({
      code: 3,
      err: expect.stringContaining('already started'),
    })
    await operate(`pay ${id} --not-sent`)
    await operate(`refuse ${id} --reason no`)
    expect(await operate(`pay ${id} --send`)).toMatchObject({
      code: 3,
      err: 'Only an approved withdrawal can be paid.\n',
    })
    await isUntouched()
  })

  test('when any write of it fails', async () => {
    const { operate, world } = await open('ETHEREUM')
    const id = await paying.approved()
    await world.query(
      `create function fail() returns trigger language plpgsql as $$ begin raise exception 'cut'; end $$`,
    )
    for (const table of ['audit', 'payouts', 'signed_transfers']) {
      await world.query(`create trigger cut before insert or update on ${table} for each row execute function fail()`)
      expect(await operate(`pay ${id} --send`)).toMatchObject({ code: 1, err: expect.stringContaining('cut') })
      await world.query(`drop trigger cut on ${table}`)
    }
    expect(paying.gate.calls).not.toContain('eth_sendRawTransaction')
    await isUntouched()
  })
})
