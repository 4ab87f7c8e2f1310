import { fromUnits } from '#lib/money/coins.ts'
import { utcDateTime } from '#lib/time/format.ts'
import { deviceTable, listedDevices } from '#service/compute/devices/operator/devices.ts'
import { accountOf } from '#service/identity/users/operator-accounts.ts'
import { readableEmail } from '#service/messaging/mail/email-address.ts'
import { unixSeconds } from '#service/platform/clock.ts'
import type { Database } from '#service/platform/db/open.ts'
import { type CommandContext, defineAct, type View, type ViewPart } from '#service/platform/operator/act.ts'
import { required, word } from '#service/platform/operator/fields.ts'

const MAX_ROWS = 20
const NONE = 'None.'

const timeOf = (at: Date | null): string => (at === null ? '' : utcDateTime(unixSeconds(at)))

/** Everything that an operator may have to know of an account before anything is decided. */
export const showUser = defineAct({
  name: 'users ACCOUNT',
  fields: { word: required(word('Account'), 'Which account? Give its e-mail or its id.') },
  run: show,
})

async function show(context: CommandContext, { word: typed }: { word: string }): Promise<View> {
  const { db } = context
  const user = await accountOf(db, typed)
  const { id } = user
  const factor = await db.selectFrom('second_factors').select('since').where('user_id', '=', id).executeTakeFirst()
  const inviter = user.inviter_id === null ? undefined : await usernameOf(db, user.inviter_id)
  const facts: string[][] = [
    ['E-mail', readableEmail(user.username)],
    ['Name', user.name],
    ['Id', id],
    ['Since', timeOf(user.created_at)],
    ['Invited by', inviter ?? ''],
    ['Password', user.password_hash === null ? 'none' : 'set'],
    ['Second factor', factor?.since ? `since ${timeOf(factor.since)}` : 'none'],
    ['Withdrawals held until', timeOf(user.withdrawals_locked_until)],
  ].filter(([, value]) => value !== '')
  const parts = [
    await moneyOf(db, id),
    await withdrawalsOf(db, id),
    await walletsOf(db, id),
    { title: 'Devices', table: deviceTable(await listedDevices(context, id, MAX_ROWS), NONE) },
    await ordersOf(db, id),
    await rentalsOf(db, id),
    await messagesOf(db, id),
    await sessionsOf(db, id),
    await historyOf(db, id),
  ]
  return {
    kind: 'view',
    audit: `account ${user.username}`,
    data: Object.fromEntries([
      ['account', Object.fromEntries(facts.map(([name = '', value]) => [name, value]))],
      ...parts.map(({ title, table }) => [title, table.rows]),
    ]),
    table: { columns: [{ title: 'What' }, { title: 'Value' }], rows: facts, empty: '' },
    parts,
  }
}

const usernameOf = async (db: Database, id: string): Promise<string | undefined> =>
  (await db.selectFrom('users').select('username').where('id', '=', id).executeTakeFirst())?.username

async function moneyOf(db: Database, userId: string): Promise<ViewPart> {
  const rows = await db
    .selectFrom('ledger_accounts')
    .select(['coin', 'kind', 'balance'])
    .where('owner', '=', userId)
    .orderBy('coin')
    .execute()
  return {
    title: 'Money',
    table: {
      columns: [{ title: 'Coin' }, { title: 'Account' }, { title: 'Balance', right: true }],
      rows: rows.map((row) => [row.coin, row.kind, fromUnits(row.balance, row.coin)]),
      empty: NONE,
    },
  }
}

async function withdrawalsOf(db: Database, userId: string): Promise<ViewPart> {
  const rows = await db
    .selectFrom('withdrawals')
    .select(['id', 'coin', 'chain', 'amount', 'status', 'requested_at', 'address'])
    .where('user_id', '=', userId)
    .orderBy('requested_at', 'desc')
    .limit(MAX_ROWS)
    .execute()
  return {
    title: 'Withdrawals',
    table: {
      columns: [
        { title: 'Id' },
        { title: 'Amount', right: true },
        { title: 'Network' },
        { title: 'Status' },
        { title: 'Requested' },
        { title: 'To' },
      ],
      rows: rows.map((row) => [
        row.id,
        `${fromUnits(row.amount, row.coin)} ${row.coin}`,
        row.chain,
        row.status,
        timeOf(row.requested_at),
        row.address,
      ]),
      empty: NONE,
    },
  }
}

async function walletsOf(db: Database, userId: string): Promise<ViewPart> {
  const rows = await db
    .selectFrom('wallets')
    .select(['name', 'coin', 'chain', 'address', 'held_until', 'created_at'])
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .limit(MAX_ROWS)
    .execute()
  return {
    title: 'Wallets',
    table: {
      columns: [
        { title: 'Name' },
        { title: 'Network' },
        { title: 'Address' },
        { title: 'Since' },
        { title: 'Held until' },
      ],
      rows: rows.map((row) => [
        row.name,
        `${row.coin} ${row.chain}`,
        row.address,
        timeOf(row.created_at),
        timeOf(row.held_until),
      ]),
      empty: NONE,
    },
  }
}

async function ordersOf(db: Database, userId: string): Promise<ViewPart> {
  const rows = await db
    .selectFrom('orders')
    .select(['id', 'title', 'status', 'amount', 'refunded', 'ordered_at'])
    .where('user_id', '=', userId)
    .orderBy('ordered_at', 'desc')
    .limit(MAX_ROWS)
    .execute()
  return {
    title: 'Orders',
    table: {
      columns: [
        { title: 'Order' },
        { title: 'Title' },
        { title: 'Status' },
        { title: 'USDT', right: true },
        { title: 'Refunded', right: true },
        { title: 'Ordered' },
      ],
      rows: rows.map((row) => [
        row.id,
        row.title,
        row.status,
        fromUnits(row.amount, 'USDT'),
        fromUnits(row.refunded, 'USDT'),
        timeOf(row.ordered_at),
      ]),
      empty: NONE,
    },
  }
}

async function rentalsOf(db: Database, userId: string): Promise<ViewPart> {
  const rows = await db
    .selectFrom('gpu_rentals')
    .select(['id', 'gpu_id', 'state', 'rented_at', 'hours_charged', 'paid'])
    .where('user_id', '=', userId)
    .orderBy('rented_at', 'desc')
    .limit(MAX_ROWS)
    .execute()
  return {
    title: 'GPU rentals',
    table: {
      columns: [
        { title: 'Rental' },
        { title: 'Machine' },
        { title: 'State' },
        { title: 'Rented' },
        { title: 'Hours', right: true },
        { title: 'Paid USDT', right: true },
      ],
      rows: rows.map((row) => [
        row.id,
        row.gpu_id,
        row.state,
        timeOf(row.rented_at),
        String(row.hours_charged),
        fromUnits(row.paid, 'USDT'),
      ]),
      empty: NONE,
    },
  }
}

async function messagesOf(db: Database, userId: string): Promise<ViewPart> {
  const rows = await db
    .selectFrom('user_messages')
    .select(['category', 'kind', 'at', 'read_at'])
    .where('user_id', '=', userId)
    .orderBy('at', 'desc')
    .limit(MAX_ROWS)
    .execute()
  return {
    title: 'Messages',
    table: {
      columns: [{ title: 'Time' }, { title: 'Category' }, { title: 'Message' }, { title: 'Read' }],
      rows: rows.map((row) => [timeOf(row.at), row.category, row.kind, timeOf(row.read_at)]),
      empty: NONE,
    },
  }
}

async function sessionsOf(db: Database, userId: string): Promise<ViewPart> {
  const rows = await db
    .selectFrom('sessions')
    .select(['browser', 'created_at', 'last_seen_at', 'ended_at'])
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .limit(MAX_ROWS)
    .execute()
  return {
    title: 'Sessions',
    table: {
      columns: [{ title: 'Browser' }, { title: 'Since' }, { title: 'Last seen' }, { title: 'Ended' }],
      rows: rows.map((row) => [row.browser, timeOf(row.created_at), timeOf(row.last_seen_at), timeOf(row.ended_at)]),
      empty: NONE,
    },
  }
}

async function historyOf(db: Database, userId: string): Promise<ViewPart> {
  const rows = await db
    .selectFrom('security_events')
    .select(['kind', 'detail', 'browser', 'network', 'at'])
    .where('user_id', '=', userId)
    .orderBy('at', 'desc')
    .limit(MAX_ROWS)
    .execute()
  return {
    title: 'History',
    table: {
      columns: [{ title: 'Time' }, { title: 'Event' }, { title: 'Detail' }, { title: 'Browser' }, { title: 'Network' }],
      rows: rows.map((row) => [timeOf(row.at), row.kind, row.detail, row.browser, row.network]),
      empty: NONE,
    },
  }
}
