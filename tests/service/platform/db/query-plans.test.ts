import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { userInfo } from '#lib/contract/accounts.ts'
import { ambassadorProfits, profitSorts } from '#lib/contract/ambassadors.ts'
import {
  balanceOverview,
  consumptionList,
  consumptionSorts,
  rechargeList,
  rechargeSorts,
} from '#lib/contract/balance.ts'
import { machineList } from '#lib/contract/device-list.ts'
import { machineStatistics } from '#lib/contract/device-statistics.ts'
import { machineYear } from '#lib/contract/device-year.ts'
import { machineLog, projectRuntime } from '#lib/contract/devices.ts'
import { earningList, earningSorts } from '#lib/contract/earning-list.ts'
import { currencyOverview, dailyIncome, earningsByDay, earningsOverview } from '#lib/contract/earnings.ts'
import { columnsOf } from '#lib/contract/keys.ts'
import { planDetail } from '#lib/contract/market.ts'
import { messageList } from '#lib/contract/messages.ts'
import { orderList, orderSorts, orderView } from '#lib/contract/orders.ts'
import { pointList, pointSorts, pointStatistics, pointsOverview } from '#lib/contract/points.ts'
import { proofBranch } from '#lib/contract/proofs.ts'
import { sessions } from '#lib/contract/sessions.ts'
import { taskList, verifyTask } from '#lib/contract/tasks.ts'
import { unreadMessages } from '#lib/contract/unread.ts'
import { wallets } from '#lib/contract/wallets.ts'
import { watcher, watcherDays, watcherView } from '#lib/contract/watcher.ts'
import { withdrawalFee, withdrawalList, withdrawalOverview, withdrawalSorts } from '#lib/contract/withdrawals.ts'
import { expireDue } from '#service/market/orders/expire-orders.ts'
import { watchHot, watchIdle, watchSilence } from '#service/messaging/alerts/devices.ts'
import { dispatchAlerts } from '#service/messaging/notify/dispatch.ts'
import { releaseDue } from '#service/money/earnings/release.ts'
import { settle } from '#service/money/earnings/settle.ts'
import { publishProof } from '#service/money/proofs/publish.ts'
import { withdrawals } from '#service/money/withdrawals/operator/withdrawals.ts'
import type { Command, CommandContext } from '#service/platform/operator/act.ts'
import type { RawInput } from '#service/platform/operator/input.ts'
import { countOverdueJobs, countTrends, readLiabilities } from '#service/programs/admin/home-figures.ts'
import { countQueues } from '#service/programs/admin/queue-counts.ts'
import { audit } from '#service/programs/operate/audit.ts'
import { users } from '#service/programs/operate/users.ts'
import { invitations } from '#service/rewards/invitations/operator.ts'
import { pay } from '#world/arrivals.ts'
import type { Device } from '#world/device.ts'
import { fundUser } from '#world/funds.ts'
import { buy, createMarket } from '#world/market.ts'
import { sever } from '#world/sever.ts'
import type { User } from '#world/visitor.ts'
import { walletOf, withdraw } from '#world/wallets.ts'
import type { World } from '#world/world.ts'

/** Tables that grow with users and time: nothing that people wait for reads one of them from end to end. */
const growing = new Set([
  ...['users', 'sessions', 'devices', 'device_hours', 'device_totals', 'device_events', 'shares', 'works'],
  ...['earnings', 'transfers', 'entries', 'ledger_accounts', 'wallets', 'withdrawals', 'withdrawal_steps', 'user_messages'],
  ...['points', 'task_entries', 'recharges', 'ambassador_profits', 'audit', 'invitations'],
  ...['orders', 'deposit_addresses', 'chain_receipts', 'watch_links', 'alerts_untold', 'balance_movements', 'user_hours', 'device_days'],
  ...['earning_sums', 'user_days', 'reports', 'report_words', 'gpu_requests'],
  ...['proof_days', 'proof_levels', 'proof_leaves'],
]) // biome-ignore format: a list reads better in rows

let world: World
let user: User
let device: Device
let planner: pg.Client
beforeAll(async () => {
  world = await createMarket()
  user = await world.user()
  device = await world.device(user)
  await device.mine(1)
  await fundUser(world, user, { ALEO: '50' })
  // An empty table has no plan worth looking at.
  await pay(world, await buy(user))
  const wallet = await walletOf(user)
  world.clock.advance(86_400)
  await withdraw(user, wallet, { amount: '4' })
  const { db, pepper } = world.running.ctx
  await publishProof(db, { pepper, day: '2026-03-01', now: world.clock.now() })
  planner = new pg.Client(world.databaseUrl)
  await planner.connect()
  // Tables of a test are small enough to be read whole: let them be large, and read so only where no index serves.
  const large = `pg_restore_relation_stats('schemaname', 'public', 'relname', $1::text, 'relpages', 1, 'reltuples', 1e6::real)`
  for (const table of growing)
    expect((await planner.query(`select ${large} as is_set`, [table])).rows).toEqual([{ is_set: true }])
  await planner.query('set enable_seqscan = off')
})
afterAll(async () => {
  await planner.end()
  await world.close()
})

interface Plan {
  'Node Type': string
  'Relation Name'?: string
  'Index Name'?: string
  'Index Cond'?: string
  Filter?: string
  Plans?: Plan[]
}

/** The indexes that a bitmap is made of. */
const leaves = (plan: Plan): Plan[] => (plan.Plans ? plan.Plans.flatMap(leaves) : [plan])

/** The growing tables that a plan reads from end to end, be it along an index. */
function readWhole(plan: Plan, parent?: Plan): string[] {
  const { 'Node Type': type, 'Relation Name': table = '' } = plan
  // The first rows of an order are found by its index.
  const isFirst = parent?.['Node Type'] === 'Limit' && plan.Filter === undefined
  const isAlong = /^Index (Only )?Scan/.test(type) && plan['Index Cond'] === undefined && !isFirst
  const isWhole = type === 'Seq Scan' || isAlong
  // A lock on the rows between the limit and the scan changes nothing.
  const inner = (plan.Plans ?? []).flatMap((one) => readWhole(one, type === 'LockRows' ? parent : plan))
  const isUnbound = type === 'Bitmap Heap Scan' && (plan.Plans ?? []).flatMap(leaves).some((one) => !one['Index Cond'])
  return (isWhole || isUnbound) && growing.has(table) ? [...inner, table] : inner
}

/** The growing tables whose rows a plan sorts: an index has the order of every list. Ties of a few rows may be sorted. */
function sorted(plan: Plan): string[] {
  const tables = (one: Plan): string[] => [one['Relation Name'] ?? '', ...(one.Plans ?? []).flatMap(tables)]
  const own = plan['Node Type'] === 'Sort' ? tables(plan).filter((table) => growing.has(table)) : []
  return [...own, ...(plan.Plans ?? []).flatMap(sorted)]
}

async function planOf(statement: string): Promise<Plan> {
  const { rows } = await planner.query(`explain (generic_plan, format json) ${statement}`)
  return (rows[0] as { 'QUERY PLAN': [{ Plan: Plan }] })['QUERY PLAN'][0].Plan
}

async function wholeReads(statement: string): Promise<string[]> {
  if (!/^\s*(select|with|insert|update|delete)\b/i.test(statement)) return []
  return readWhole(await planOf(statement))
}

const list = { page: 1 }
const hot: Record<string, () => Promise<unknown>> = {
  'the own data': () => user.call(userInfo, {}),
  'the balance for orders': () => user.call(balanceOverview, {}),
  'the consumption': () => user.call(consumptionList, { page: 1, startTime: 1_773_000_000, endTime: 1_773_140_000 }),
  'the consumption after a key': () => user.call(consumptionList, { after: '2' }),
  'the sessions': () => user.call(sessions, {}),
  'the balance': () => user.call(earningsOverview, {}),
  'the list of earnings': () => user.call(earningList, list),
  'a filtered list of earnings': () => user.call(earningList, { ...list, currencyCode: 'ALEO', status: 1, type: 0 }),
  'the days of earnings': () => user.call(earningsByDay, { ...list, sortField: 'amount' }),
  'a range of days': () => user.call(dailyIncome, { startDate: '2026-03-01', endDate: '2026-03-10' }),
  'the coins': () => user.call(currencyOverview, { currencyCode: 'ALEO' }),
  'the devices': () => user.call(machineList, list),
  'the sum of the devices': () => user.call(machineStatistics, {}),
  'a year of hours': () => user.call(machineYear, { from: 1_750_000_000, hours: 8760 }),
  'a year of a device': () => user.call(machineYear, { from: 1_750_000_000, hours: 8760, id: device.id }),
  'the projects': () => user.call(projectRuntime, { startTime: 1_773_000_000, endTime: 1_773_140_000 }),
  'the log of a device': () => user.call(machineLog, { ...list, id: device.id }),
  'today of a device': () => device.link.today(),
  'the wallets': () => user.call(wallets, { searchWords: '' }),
  'the list of withdrawals': () => user.call(withdrawalList, list),
  'the counts of withdrawals': () => user.call(withdrawalOverview, {}),
  'the fees': () => user.call(withdrawalFee, {}),
  'the own proof': () => user.call(proofBranch, {}),
  'the published proofs': () => fetch(`${world.address}/api/proofs?before=2026-03-05`),
  'the orders': () => user.call(orderList, { ...list, type: 1 }),
  'the counts of orders': () => user.call(orderView, {}),
  'the watcher': () => user.call(watcher, { runningStatus: ['running'] }),
  'the sums of the watcher': () => user.call(watcherView, {}),
  'the days of the watcher': () => user.call(watcherDays, { type: 1, startDate: '2026-03-01', endDate: '2026-03-10' }),
  'a plan': () => user.call(planDetail, { id: 'aleo-50-90' }),
  'the end of unpaid orders': () => expireDue(world.running.ctx),
  'the messages': () => user.call(messageList, list),
  'the unread messages': () => user.call(unreadMessages, {}),
  'the points': () => user.call(pointsOverview, {}),
  'the history of points': () => user.call(pointList, { ...list, source: 'mining', after: '2026-03-10.7' }),
  'a range of points': () => user.call(pointStatistics, { startTime: 1_773_000_000, endTime: 1_773_140_000 }),
  'the tasks': () => user.call(taskList, list),
  'the past tasks': () => user.call(taskList, { ...list, status: 'past' }),
  'a task': () => user.call(verifyTask, { id: 'bind-device' }),
  'a report of a miner': () => device.mine(1),
  'a settlement': () => settle(world.running.ctx),
  'the silent devices': () => watchSilence(world.running.ctx),
  'the idle devices': () => watchIdle(world.running.ctx),
  'the hot devices': () => watchHot(world.running.ctx),
  'the dispatch of alerts': () => dispatchAlerts(world.running.ctx),
  'a release': () => releaseDue(world.running.ctx.db, { now: world.clock.now() }),
}

test.each(Object.entries(hot))('%s is found by indexes alone', async (_, run) => {
  const { statements, failure } = await sever(world.databaseUrl, undefined, run)
  expect(failure).toBeUndefined()
  expect(statements.length).toBeGreaterThan(0)
  for (const statement of new Set(statements)) expect([await wholeReads(statement), statement]).toEqual([[], statement])
})

/** Each list with a key in each of its orders. */
const sortedLists = {
  withdrawals: [withdrawalList, withdrawalSorts, {}, { time: '1.x', amount: 'ALEO.7.x', status: 'pending.1.x' }],
  orders: [orderList, orderSorts, { type: 1 }, { time: '1.x', units: '1.x', amount: '7.x', status: 'pending.1.x' }],
  recharges: [rechargeList, rechargeSorts, {}, { time: '1.x', amount: '7.x' }],
  consumption: [consumptionList, consumptionSorts, {}, { time: '7', amount: '-7.7' }],
  earnings: [earningList, earningSorts, {}, { day: '2026-03-01.x', amount: 'ALEO.7.x' }],
  points: [pointList, pointSorts, {}, { day: '2026-03-01.7', points: '-7.7' }],
  profits: [ambassadorProfits, profitSorts, {}, { day: '2026-03-01.ALEO.1', amount: 'ALEO.7.2026-03-01.1' }],
} as const
const orders = Object.entries(sortedLists).flatMap(([name, [endpoint, sorts, request, keys]]) =>
  columnsOf(sorts).flatMap((sortField) =>
    (['desc', 'asc'] as const).flatMap((sort) =>
      [undefined, keys[sortField as keyof typeof keys]].map((after) => ({
        ...{ name, endpoint, sortField, sort, after },
        request: { ...request, page: 1, sortField, sort, ...(after !== undefined && { after }) },
      })),
    ),
  ),
)

test.each(orders)('$name by $sortField, $sort, after $after, are sorted by an index', async ({ endpoint, request }) => {
  const run = () => user.call(endpoint, request as never)
  const { statements, failure } = await sever(world.databaseUrl, undefined, run)
  expect(failure).toBeUndefined()
  const reads = [...new Set(statements)].filter((statement) => /^\s*select\b/i.test(statement))
  expect(reads.some((statement) => /order by/i.test(statement))).toBe(true)
  for (const statement of reads) {
    expect([await wholeReads(statement), statement]).toEqual([[], statement])
    expect([sorted(await planOf(statement)), statement]).toEqual([[], statement])
  }
})

const acts: Record<string, [Command, RawInput]> = {
  accounts: [users, {}],
  audit: [audit, {}],
  'all withdrawals': [withdrawals, { status: 'all' }],
  'credited withdrawals': [withdrawals, { status: 'credited' }],
  'all invitations': [invitations, { status: 'all' }],
  'held invitations': [invitations, { status: 'held' }],
}

test.each(Object.entries(acts))('the operators’ list of %s is sorted by an index', async (_, [{ acts }, input]) => {
  const context = { db: world.running.ctx.db, now: () => world.clock.now() } as CommandContext
  for (const key of [{}, { after: '1.x' }, { before: '1.x' }]) {
    const run = () => acts[0].run(context, { ...input, limit: '50', ...key })
    const { statements, failure } = await sever(world.databaseUrl, undefined, run)
    expect(failure).toBeUndefined()
    const lists = [...new Set(statements)].filter((statement) => /order by/i.test(statement))
    expect(lists.length).toBeGreaterThan(0)
    for (const statement of lists) expect([sorted(await planOf(statement)), statement]).toEqual([[], statement])
  }
})

test('the operators’ home reads what is open and what is new, and no table from end to end', async () => {
  const { db } = world.running.ctx
  const run = async () => {
    const now = world.clock.now()
    return [
      await countQueues(db, now),
      await countTrends(db, now),
      await readLiabilities(db),
      await countOverdueJobs(db, now),
    ]
  }
  const { statements, failure } = await sever(world.databaseUrl, undefined, run)
  expect(failure).toBeUndefined()
  const reads = [...new Set(statements)].filter((statement) => /^\s*select\b/i.test(statement))
  expect(reads.length).toBeGreaterThanOrEqual(4)
  for (const statement of reads) expect([await wholeReads(statement), statement]).toEqual([[], statement])
})

test('a scan without an index is noticed', async () => {
  expect(await wholeReads('select * from earnings where work = $1::numeric')).toEqual(['earnings'])
  expect(await wholeReads('select * from withdrawals order by id')).toEqual(['withdrawals'])
  const bySum = `select * from orders where user_id = $1 order by price desc limit 20`
  expect(sorted(await planOf(bySum))).toEqual(['orders'])
})
