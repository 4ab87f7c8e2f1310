import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Wallet } from '#lib/contract/wallets.ts'
import { moneyChecks } from '#service/checks.ts'
import { earningChecks } from '#service/money/earnings/checks.ts'
import { type AccountName, balanceAccount, ofPlatform, ofUser, pointsOf } from '#service/money/ledger/accounts.ts'
import { post, type Transfer } from '#service/money/ledger/post.ts'
import { ledgerChecks, verifyMoney } from '#service/money/ledger/verify.ts'
import { withdrawalChecks } from '#service/money/withdrawals/checks.ts'
import type { Check } from '#service/platform/db/check.ts'
import { fundUser } from '#world/funds.ts'
import { createOperator } from '#world/operator.ts'
import type { User } from '#world/visitor.ts'
import { transaction, walletOf, withdraw } from '#world/wallets.ts'
import { createWorld, type World } from '#world/world.ts'

let world: World
let user: User
let wallet: Wallet
const ids: Record<string, string> = {}

/** One withdrawal in each state. */
beforeAll(async () => {
  world = await createWorld()
  user = await world.user()
  wallet = await walletOf(user)
  await fundUser(world, user, { ALEO: '50' })
  const operate = createOperator(world)
  world.clock.advance(86_400)
  const amounts = { pending: '4', approved: '5', refused: '6', credited: '7', small: '1' }
  for (const [state, amount] of Object.entries(amounts)) ids[state] = (await withdraw(user, wallet, { amount }))._id
  await operate(`approve ${ids.approved}`)
  await operate(`refuse ${ids.refused} --reason no`)
  await operate(`approve ${ids.credited}`)
  await operate(`pay ${ids.credited} --transaction ${transaction(1)}`)
})
afterAll(() => world.close())

const verified = async () =>
  (await verifyMoney(world.running.ctx.db, moneyChecks, world.clock.now())).breaches.map(({ id }) => id)

test('a consistent database has no breach', async () => {
  expect(await verified()).toEqual([])
})

/** Makes a forbidden change in a transaction, runs the checks inside it, and rolls it back. */
async function tampered(change: string): Promise<string[]> {
  const { db } = world.running.ctx
  const found: string[] = []
  const undo = new Error('undo')
  await db
    .transaction()
    .execute(async (transaction) => {
      await sql`set local session_replication_role = replica`.execute(transaction)
      await sql.raw(change.replace(/\$(\w+)/g, (_, state: string) => `'${ids[state]}'`)).execute(transaction)
      for (const check of moneyChecks)
        if ((await check.run(transaction, world.clock.now())).length > 0) found.push(check.id)
      throw undo
    })
    .catch((error: unknown) => {
      if (error !== undo) throw error
    })
  return found
}

const set = (what: string, state: string) => `update withdrawals set ${what} where id = $${state}`

const signed = (transactionId: string, state: string, outcome: string) =>
  `insert into signed_transfers (transaction_id, withdrawal_id, chain, payer, terms, signed, signed_at, outcome, ended_at)
   values ('${transactionId}', $${state}, 'ETHEREUM', '0x', '{"nonce":0}', '0x', now(), ${outcome})`

describe('verify-money names', () => {
  test.each([
    ['a state that the history does not know', `${set(`status = 'approved'`, 'pending')}`, ['V12']],
    [
      'a credited one without money moved',
      set(`status = 'credited', closed_at = now()`, 'pending'),
      ['V12', 'V12b', 'V13', 'V14', 'V20'],
    ],
    ['a lost history', 'delete from withdrawal_steps where withdrawal_id = $refused', ['V12']],
    ['another amount', set('amount = amount + 1, receive = receive + 1', 'approved'), ['V12a', 'V13']],
    ['a payout of another sum', `update payouts set amount = amount + 1`, ['V14']],
    ['a payout that was not confirmed', `update payouts set confirmed_at = null`, ['V14']],
    [
      'a payout of one that was given back',
      `insert into payouts values ($refused, 'manual', 'ALEO', 5950000, 'x', now(), null, null)`,
      ['V14'],
    ],
    ['a signed transfer without a payout', signed('0x1', 'approved', 'null, null'), ['V14a']],
    ['a signed transfer that has paid, and no payout', signed('0x1', 'approved', `'paid', now()`), ['V14a']],
    ['a payout of a program that signed none', `update payouts set adapter = 'signed'`, ['V14a']],
    ['a payout by what came to nothing', signed(transaction(1), 'credited', `'reverted', now()`), ['V14a']],
    [
      'a payout that is confirmed while its transfer is open',
      `${signed(transaction(1), 'credited', 'null, null')}; update payouts set adapter = 'signed'`,
      ['V14a'],
    ],
    ['a fee that was never set', set('fee = fee + 1, receive = receive - 1', 'pending'), ['V15']],
    [
      'a fee that was over',
      `insert into network_fees (coin, chain, set_at, fee) values ('ALEO', 'ALEO', '2026-03-01', 1)`,
      ['V15'],
    ],
    ['two small ones', set(`small = true`, 'pending'), ['V16']],
    ['an address of nobody', set(`address = 'aleo1x'`, 'pending'), ['V17']],
    ['a wallet of another network', `update wallets set chain = 'TRON'`, ['V17']],
    ['an approval before its time', set(`credentials_held_until = '2026-04-01'`, 'approved'), ['V17']],
    [
      'earnings that nobody has',
      `insert into earnings values ('e', '{user}', 'GRASS', 'pc', 'x', '2026-01-01', 1, 1, now(), '2026-01-03', '2026-01-03')`,
      ['V18', 'V18a', 'V32', 'V20'],
    ],
    [
      'a fee that was booked as paid out',
      `update entries set amount = amount + case kind when 'fee' then -10 else 10 end
       from ledger_accounts where id = account_id and kind in ('fee', 'paid_out')`,
      ['V3', 'V6', 'V12b'],
    ],
    [
      'a transfer of something else that takes what is being withdrawn',
      `update transfers set kind = 'order' where operation = 'withdraw/' || $pending || '/request'`,
      ['V6', 'V13', 'V13a'],
    ],
  ])('%s', async (_, change, breaches) => {
    expect(await tampered(change.replace('{user}', user.info.id))).toEqual(breaches)
  })
})

const of = (operation: string, kind: string, sums: readonly (readonly [AccountName, bigint])[]): Transfer => ({
  operation,
  kind,
  entries: sums.map(([account, amount]) => ({ account, amount })),
})

/** Posts in a transaction, returns the checks that find a breach inside it, and rolls it back. */
async function breachesAfter(transfers: readonly Transfer[], checks: readonly Check[]): Promise<string[]> {
  const now = world.clock.now()
  const undo = new Error('undo')
  const found: string[] = []
  const tried = world.running.ctx.db.transaction().execute(async (transaction) => {
    await post(transaction, transfers, now)
    for (const check of checks) if ((await check.run(transaction, now)).length > 0) found.push(check.id)
    throw undo
  })
  await expect(tried).rejects.toBe(undo)
  return found
}

test.each([
  ['V10a', 'order-balance', () => ofPlatform('USDT', 'orders')],
  ['V11b', 'deposit', () => ofPlatform('USDT', 'suspense')],
  ['V21c', 'points-residue', () => ofPlatform('POINTS', 'residue')],
  ['V25', 'points-task', () => pointsOf(user.info.id)],
  ['V29', 'rental-hour', () => ofPlatform('USDT', 'rentals')],
])('%s reports an unexplained transfer of kind %s, and none of a new kind', async (id, kind, accountOf) => {
  const to = accountOf()
  const sums = [[ofPlatform(to.coin, 'rewards'), -5n] as const, [to, 5n] as const]
  expect(await breachesAfter([of('some', kind, sums)], moneyChecks)).toContain(id)
  expect(await breachesAfter([of('some', 'new', sums)], moneyChecks)).toEqual([])
})

test('V27a distinguishes an ambassador’s share from the part of a day with the same number', async () => {
  const day = `settle/2026-03-01/${user.info.id}/ALEO`
  const sums = [[ofPlatform('ALEO', 'mint'), -5n] as const, [ofUser(user.info.id, 'ALEO', 'frozen'), 5n] as const]
  expect(await breachesAfter([of(`${day}/2`, 'settlement', sums)], moneyChecks)).toContain('V27a')
  expect(await breachesAfter([of(`${day}/0/2`, 'settlement', sums)], moneyChecks)).not.toContain('V27a')
})

test('transfers of other features are no breach of withdrawals or earnings', async () => {
  const id = user.info.id
  const transfers = [
    of('deposit', 'deposit', [
      [ofPlatform('USDT', 'deposits'), -90n],
      [ofPlatform('USDT', 'suspense'), 90n],
    ]),
    of('recharge', 'recharge', [
      [ofPlatform('USDT', 'suspense'), -50n],
      [balanceAccount(id), 50n],
    ]),
    of('order', 'order', [
      [balanceAccount(id), -30n],
      [ofUser(id, 'ALEO', 'available'), -7n],
      [ofPlatform('USDT', 'orders'), 30n],
      [ofPlatform('ALEO', 'fee'), 7n],
    ]),
    of('refund', 'refund', [
      [ofPlatform('USDT', 'orders'), -10n],
      [balanceAccount(id), 10n],
    ]),
    of('share', 'share', [
      [ofPlatform('USDT', 'rewards'), -4n],
      [ofUser(id, 'USDT', 'frozen'), 3n],
      [ofPlatform('USDT', 'residue'), 1n],
    ]),
    of('points', 'points', [
      [ofPlatform('POINTS', 'mint'), -1n],
      [pointsOf(id), 1n],
    ]),
  ]
  expect(await breachesAfter(transfers, [...ledgerChecks, ...earningChecks, ...withdrawalChecks])).toEqual([])
})
