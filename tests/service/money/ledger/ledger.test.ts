import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { assets, type Coin, withdrawableCoins } from '#lib/money/coins.ts'
import {
  type AccountName,
  balanceAccount,
  isAccount,
  keyOf,
  ofPlatform,
  ofUser,
  PLATFORM,
  platformKinds,
  pointsOf,
  userKinds,
} from '#service/money/ledger/accounts.ts'
import { LedgerError, OverdrawnError, post, type Transfer } from '#service/money/ledger/post.ts'
import { ledgerChecks, verifyMoneyAt } from '#service/money/ledger/verify.ts'
import { createRandom } from '#world/random.ts'
import { createWorld, type World } from '#world/world.ts'

/** Operations of the model test, enough to meet each case a hundred times; the long run asks for 1,000,000. */
const OPERATIONS = Number(process.env.LEDGER_OPERATIONS ?? 3_000)
/** How often everything is verified on the way. */
const CHECKPOINTS = OPERATIONS > 10_000 ? 10 : 3
const NOW = Date.UTC(2026, 10, 20)

let world: World
const users: string[] = []

beforeAll(async () => {
  world = await createWorld({ checks: ledgerChecks })
  for (let index = 0; index < 5; index += 1) users.push((await world.user()).info.id)
})
afterAll(() => world.close())

const write = (transfers: readonly Transfer[], now = NOW) =>
  world.running.ctx.db.transaction().execute((db) => post(db, transfers, now))
const verified = () => verifyMoneyAt(world.running.ctx.pool, ledgerChecks, NOW)

const user = () => users[0] ?? ''
let operations = 0
function mint(amount: bigint, to = user(), coin: Coin = 'ALEO'): Transfer {
  operations += 1
  return {
    operation: `test/${operations}`,
    kind: 'settlement',
    entries: [
      { account: ofPlatform(coin, 'mint'), amount: -amount },
      { account: ofUser(to, coin, 'available'), amount },
    ],
  }
}

async function balance(name: AccountName): Promise<bigint> {
  const [row] = await world.query<{ balance: bigint }>(
    'select balance from ledger_accounts where owner = $1 and coin = $2 and kind = $3',
    [name.owner, name.coin, name.kind],
  )
  return row?.balance ?? 0n
}

describe('post', () => {
  test('writes balanced transfers, once for each operation key', async () => {
    const transfer = mint(1_000n)
    const before = await balance(ofUser(user(), 'ALEO', 'available'))
    expect(await write([transfer])).toEqual(new Set([transfer.operation]))
    expect(await write([transfer])).toEqual(new Set())
    expect(await balance(ofUser(user(), 'ALEO', 'available'))).toBe(before + 1_000n)
  })

  const available = () => ofUser(user(), 'ALEO', 'available')
  test.each([
    ['is off by one unit', () => [1n, -2n]],
    ['moves nothing', () => [0n, 0n]],
    ['has one entry', () => [5n]],
  ])('refuses a transfer that %s, and writes nothing', async (_, amounts) => {
    const names = [available(), ofPlatform('ALEO', 'fee')]
    const entries = amounts().map((amount, index) => ({ account: names[index] as AccountName, amount }))
    const before = await world.query('select * from transfers')
    await expect(write([mint(1n), { operation: 'wrong', kind: 'fee', entries }])).rejects.toThrow(LedgerError)
    expect(await world.query('select * from transfers')).toEqual(before)
  })

  test('refuses a transfer that names an account twice or mixes coins to come out even', async () => {
    const twice = { account: available(), amount: 1n }
    const fee = { account: ofPlatform('ALEO', 'fee'), amount: -2n }
    await expect(write([{ operation: 'a', kind: 'fee', entries: [twice, twice, fee] }])).rejects.toThrow(LedgerError)
    const other = { account: ofPlatform('USDT', 'fee'), amount: -1n }
    await expect(write([{ operation: 'b', kind: 'fee', entries: [twice, other] }])).rejects.toThrow(LedgerError)
  })

  test('opens every account that may exist, and no other', async () => {
    const names = assets.flatMap((coin): AccountName[] => [
      ...platformKinds.map((kind) => ofPlatform(coin, kind)),
      ...userKinds.map((kind) => ({ owner: user(), coin, kind })),
    ])
    for (const account of names.filter((name) => name.kind !== 'mint')) {
      const entries = [
        { account: ofPlatform(account.coin, 'mint'), amount: -2n },
        { account, amount: 2n },
      ]
      const written = write([{ operation: `open/${keyOf(account)}`, kind: 'test', entries }])
      if (isAccount(account)) await written
      else await expect(written).rejects.toThrow(`there is no account ${keyOf(account)}`)
    }
    const refused = names.filter((name) => !isAccount(name)).map(({ coin, kind }) => `${coin}/${kind}`)
    expect(refused).toEqual([
      'ALEO/balance',
      'GRASS/balance',
      'NODEPAY/balance',
      'POINTS/frozen',
      'POINTS/withdrawing',
      'POINTS/balance',
    ])
    expect(await balance(balanceAccount(user()))).toBe(2n)
    expect(await balance(pointsOf(user()))).toBe(2n)
    expect(await verified()).toMatchObject({ breaches: [] })
  })

  test('refuses to overdraw an account of a user, by one unit too', async () => {
    const held = await balance(available())
    const take = (amount: bigint): Transfer => ({
      operation: `take/${amount}`,
      kind: 'fee',
      entries: [
        { account: available(), amount: -amount },
        { account: ofPlatform('ALEO', 'fee'), amount },
      ],
    })
    await expect(write([take(held + 1n)])).rejects.toThrow(OverdrawnError)
    await write([take(held)])
    expect(await balance(available())).toBe(0n)
  })

  const takeAll = (operation: string): Transfer => ({
    operation,
    kind: 'fee',
    entries: [
      { account: available(), amount: -100n },
      { account: ofPlatform('ALEO', 'fee'), amount: 100n },
    ],
  })

  test('makes a concurrent transfer wait for the first, and then see what is left', async () => {
    await write([mint(100n)])
    const isWaiting = async () => {
      const rows = await world.query(
        `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      )
      return rows.length > 0
    }
    let second: Promise<unknown> = Promise.resolve()
    await world.running.ctx.db.transaction().execute(async (db) => {
      await post(db, [takeAll('first')], NOW)
      second = write([takeAll('second')]).catch((error) => error)
      await expect.poll(isWaiting).toBe(true)
    })
    expect(await second).toBeInstanceOf(OverdrawnError)
    expect(await balance(available())).toBe(0n)
  })

  test('lets no two concurrent transfers take the same money', async () => {
    await write([mint(100n)])
    await world.warmUp()
    const ended = await Promise.allSettled(Array.from({ length: 100 }, (_, index) => write([takeAll(`race/${index}`)])))
    expect(ended.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    // Transfers wait for each other and see the rest, instead of failing with serialization errors.
    const reasons = ended.flatMap((end) => (end.status === 'rejected' ? [end.reason] : []))
    for (const reason of reasons) expect(reason).toBeInstanceOf(OverdrawnError)
    expect(await balance(available())).toBe(0n)
  })

  test('keeps times rising when the clock was set back', async () => {
    await write([mint(1n)], NOW + 5_000)
    await write([mint(1n)], NOW - 86_400_000)
    const rows = await world.query<{ at: Date }>('select at from transfers order by sequence desc limit 2')
    expect(rows[0]?.at).toEqual(rows[1]?.at)
  })
})

/** Enough for the long run, of which each verification reads a million transfers. */
const patient = { timeout: 1_800_000 }

test('agrees with a plain model over many random operations', patient, async () => {
  const { below, pick } = createRandom(20_261_121)
  const model = new Map<string, bigint>()
  for (const row of await world.query<AccountName & { balance: bigint }>('select * from ledger_accounts'))
    model.set(keyOf(row), row.balance)
  const account = (coin: Coin, platform: number): AccountName =>
    below(100) < platform
      ? ofPlatform(coin, pick(['mint', 'fee', 'paid_out']))
      : ofUser(pick(users), coin, pick(['available', 'frozen', 'withdrawing']))
  const counts = { written: 0, overdrawn: 0, wrong: 0, repeated: 0 }
  const known: Transfer[] = []
  let done = 0
  let verifiedAt = 0
  while (done < OPERATIONS) {
    if (done - verifiedAt > OPERATIONS / CHECKPOINTS) {
      expect(await verified()).toMatchObject({ breaches: [] })
      verifiedAt = done
    }
    // Small batches: of large ones nearly each is overdrawn until the accounts hold much.
    const batch: Transfer[] = Array.from({ length: 1 + below(8) }, (_, index) => {
      const coin = pick(withdrawableCoins)
      const [from, to] = [account(coin, 70), account(coin, 5)]
      const amount = BigInt(below(1_000_000)) + (below(2_000) === 0 ? 0n : 1n)
      const skew = below(500) === 0 ? 1n : 0n
      const entries = [
        { account: from, amount: -amount },
        { account: to, amount: amount + skew },
      ]
      return { operation: `model/${done + index}`, kind: 'test', entries }
    })
    done += batch.length
    const old = known.length > 0 && below(5) === 0 ? pick(known) : undefined
    if (old) batch.push(old)
    const expected = expectedOutcome(batch, model, old)
    const result = await write(batch).then(
      () => 'written',
      (error: unknown) =>
        error instanceof OverdrawnError ? 'overdrawn' : error instanceof LedgerError ? 'wrong' : error,
    )
    expect(result).toBe(expected.result)
    counts[expected.result] += batch.length
    if (old) counts.repeated += 1
    if (expected.result !== 'written') continue
    for (const [key, value] of expected.balances) model.set(key, value)
    known.push(batch[0] as Transfer)
  }
  const rows = await world.query<AccountName & { balance: bigint }>('select * from ledger_accounts where balance <> 0')
  const held = [...model].filter(([, amount]) => amount !== 0n).sort()
  expect(rows.map((row) => [keyOf(row), row.balance]).sort()).toEqual(held)
  // A run that never met a case would prove nothing of it.
  for (const [what, count] of Object.entries(counts)) expect(count, what).toBeGreaterThan(100)
  expect(await verified()).toMatchObject({ breaches: [] })
})

/** Expected result of a batch: all of it is written, or nothing. */
function expectedOutcome(batch: readonly Transfer[], model: ReadonlyMap<string, bigint>, old: Transfer | undefined) {
  const balances = new Map<string, bigint>()
  for (const { entries } of batch) {
    const names = new Set(entries.map(({ account }) => keyOf(account)))
    const sum = entries.reduce((total, { amount }) => total + amount, 0n)
    if (sum !== 0n || names.size !== entries.length || entries.some(({ amount }) => amount === 0n))
      return { result: 'wrong' as const, balances }
  }
  for (const transfer of batch) {
    if (transfer === old) continue
    for (const { account, amount } of transfer.entries) {
      const key = keyOf(account)
      const next = (balances.get(key) ?? model.get(key) ?? 0n) + amount
      if (next < 0n && account.owner !== PLATFORM) return { result: 'overdrawn' as const, balances }
      balances.set(key, next)
    }
  }
  return { result: 'written' as const, balances }
}

describe('verifyMoney', () => {
  /** Makes a forbidden change, runs the checks, and undoes it. */
  async function tampered(change: string, back: string) {
    const client = await world.running.ctx.pool.connect()
    try {
      await client.query('set session_replication_role = replica')
      await client.query(change)
      const found = await verified()
      await client.query(back)
      await client.query('set session_replication_role = origin')
      return found.breaches.map(({ id }) => id)
    } finally {
      client.release()
    }
  }

  test.each([
    [
      'a changed amount',
      'update entries set amount = amount + 1 where sequence = 2',
      'update entries set amount = amount - 1 where sequence = 2',
      ['V1', 'V2', 'V3', 'V6'],
    ],
    [
      'a changed operation',
      "update transfers set operation = operation || '!' where sequence = 3",
      "update transfers set operation = rtrim(operation, '!') where sequence = 3",
      ['V6'],
    ],
    [
      'a changed time',
      "update transfers set at = at + interval '1 ms' where sequence = 1",
      "update transfers set at = at - interval '1 ms' where sequence = 1",
      ['V6'],
    ],
    [
      'a changed balance',
      "update ledger_accounts set balance = balance + 1 where owner <> 'platform' and id = (select min(id) from ledger_accounts where owner <> 'platform')",
      "update ledger_accounts set balance = balance - 1 where owner <> 'platform' and id = (select min(id) from ledger_accounts where owner <> 'platform')",
      ['V3'],
    ],
    [
      'a lost head',
      'update ledger_head set sequence = sequence + 1',
      'update ledger_head set sequence = sequence - 1',
      ['V6'],
    ],
    [
      'an account of nobody',
      "insert into ledger_accounts (owner, coin, kind, balance) values ('nobody', 'ALEO', 'frozen', 0)",
      "delete from ledger_accounts where owner = 'nobody'",
      ['V7'],
    ],
    [
      'a balance of a coin that has none',
      "insert into ledger_accounts (owner, coin, kind, balance) select id, 'ALEO', 'balance', 0 from users limit 1",
      "delete from ledger_accounts where coin = 'ALEO' and kind = 'balance'",
      ['V7'],
    ],
  ])('names %s', patient, async (_, change, back, ids) => {
    expect(await tampered(change, back)).toEqual(ids)
    expect(await verified()).toMatchObject({ breaches: [] })
  })

  test.each(['update entries set amount = 1', 'delete from transfers', 'truncate entries'])(
    'the database itself refuses %s',
    async (statement) => {
      await expect(world.query(statement)).rejects.toThrow(/append only/)
    },
  )
})
