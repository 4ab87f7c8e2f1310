import { sql } from 'kysely'
import { utcDateTime } from '#lib/time/format.ts'
import { countDevices } from '#service/compute/devices/queries.ts'
import { acceptedPrivacy, acceptedTerms } from '#service/identity/users/agreements.ts'
import { readableEmail, toEmailAddress } from '#service/messaging/mail/email-address.ts'
import { unixSeconds } from '#service/platform/clock.ts'
import type { Database } from '#service/platform/db/open.ts'
import { byTimeAndId, type SliceRequest, sliceOf } from '#service/platform/db/pagination.ts'
import { type Command, defineAct } from '#service/platform/operator/act.ts'
import { sliceFields, text } from '#service/platform/operator/fields.ts'
import { showUser } from './one-user.ts'

/** Accounts that are older than the record of versions. */
const UNKNOWN_VERSION = 'unknown'

const newestFirst = byTimeAndId(
  { time: 'created_at', id: 'id', direction: 'desc' },
  (row: { id: string; created_at: Date }) => row.created_at,
)

const accounts = (db: Database) =>
  db
    .selectFrom('users')
    .select(['id', 'username', 'name', 'created_at', acceptedTerms.as('terms'), acceptedPrivacy.as('privacy')])

/** The accounts of an id: of a user, a device, an order, a withdrawal, a rental, a transaction, or an address. */
async function ownersOf(db: Database, id: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from users where id = ${id}
    union select user_id from devices where id = ${id}
    union select user_id from orders where id = ${id} or transaction_id = ${id}
    union select user_id from withdrawals where id = ${id} or address = ${id}
    union select user_id from payouts join withdrawals on withdrawals.id = withdrawal_id where transaction_id = ${id}
    union select user_id from gpu_rentals where id = ${id}
    union select user_id from wallets where address = ${id}
    union select user_id from deposit_addresses where lower(address) = lower(${id})
    union select user_id from chain_receipts join deposit_addresses on number = deposit where transaction_id = ${id}`.execute(
    db,
  )
  return rows.map((row) => row.id)
}

/** Accounts by prefix, which an index finds; only when there is none, by any part, which reads all of them. */
async function found(db: Database, search: string, slice: SliceRequest) {
  const owners = await ownersOf(db, search)
  if (owners.length > 0) return sliceOf(accounts(db).where('id', 'in', owners), newestFirst, slice)
  const address = toEmailAddress(search) ?? search
  const prefix = (text: string) => `${text.toLowerCase().replaceAll(/[\\%_]/g, '\\$&')}%`
  const begun = accounts(db).where((row) =>
    row.or([
      row(sql`lower(username)`, 'like', prefix(search)),
      row(sql`lower(username)`, 'like', prefix(address)),
      row(sql`lower(name)`, 'like', prefix(search)),
    ]),
  )
  if (await begun.limit(1).executeTakeFirst()) return sliceOf(begun, newestFirst, slice)
  const containing = accounts(db).where((row) =>
    row.or([
      row(sql`position(lower(${search}) in lower(username))`, '>', 0),
      row(sql`position(${address} in username)`, '>', 0),
      row(sql`position(lower(${search}) in lower(name))`, '>', 0),
    ]),
  )
  return sliceOf(containing, newestFirst, slice)
}

export const listUsers = defineAct({
  name: 'users',
  fields: {
    search: text({
      label: 'Search',
      hint: 'only addresses and names that begin with it, or else contain it; or the account of an id of any kind',
    }),
    ...sliceFields(),
  },
  async run({ db, now }, { search, ...slice }) {
    const { rows, keys } = await (search === undefined
      ? sliceOf(accounts(db), newestFirst, slice)
      : found(db, search, slice))
    const people = []
    for (const row of rows) people.push({ ...row, ...(await countDevices(db, row.id, now())) })
    return {
      kind: 'view',
      keys,
      audit: search === undefined ? `${rows.length} accounts` : `${rows.length} accounts with "${search}"`,
      data: people.map((one) => ({
        id: one.id,
        email: readableEmail(one.username),
        name: one.name,
        devices: one.total,
        online: one.online,
        createdAt: one.created_at.toISOString(),
        termsVersion: one.terms,
        privacyVersion: one.privacy,
      })),
      table: {
        columns: [
          { title: 'E-mail' },
          { title: 'Name' },
          { title: 'Devices', right: true },
          { title: 'Online', right: true },
          { title: 'Since' },
          { title: 'Terms of' },
          { title: 'Privacy of' },
          { title: 'Id' },
        ],
        rows: people.map((one) => [
          readableEmail(one.username),
          one.name,
          String(one.total),
          String(one.online),
          utcDateTime(unixSeconds(one.created_at)),
          one.terms ?? UNKNOWN_VERSION,
          one.privacy ?? UNKNOWN_VERSION,
          one.id,
        ]),
        empty: search === undefined ? 'No accounts yet.' : 'No account matches.',
      },
    }
  },
})

export const users: Command = {
  name: 'users',
  summary: 'Accounts, newest first, or everything about one',
  acts: [listUsers, showUser],
}
