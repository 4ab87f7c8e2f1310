import { sql } from 'kysely'
import { utcDateTime } from '#lib/time/format.ts'
import { countDevices } from '#service/compute/devices/queries.ts'
import { acceptedPrivacy, acceptedTerms } from '#service/identity/users/agreements.ts'
import { readableEmail, toEmailAddress } from '#service/messaging/mail/email-address.ts'
import { unixSeconds } from '#service/platform/clock.ts'
import type { Database } from '#service/platform/db/open.ts'
import { byTimeAndId, type SliceRequest, sliceOf } from '#service/platform/db/pagination.ts'
import { defineCommand } from '#service/platform/operator/act.ts'
import { sliceFields, text } from '#service/platform/operator/fields.ts'

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

/** Accounts by prefix, which an index finds; only when there is none, by any part, which reads all of them. */
async function found(db: Database, search: string, slice: SliceRequest) {
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

export const users = defineCommand({
  name: 'users',
  summary: 'Accounts, newest first',
  fields: {
    search: text({ label: 'Search', hint: 'only addresses and names that begin with it, or else contain it' }),
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
        ],
        rows: people.map((one) => [
          readableEmail(one.username),
          one.name,
          String(one.total),
          String(one.online),
          utcDateTime(unixSeconds(one.created_at)),
          one.terms ?? UNKNOWN_VERSION,
          one.privacy ?? UNKNOWN_VERSION,
        ]),
        empty: search === undefined ? 'No accounts yet.' : 'No account matches.',
      },
    }
  },
})
