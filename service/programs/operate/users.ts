import { sql } from 'kysely'
import { utcDateTime } from '#lib/time/format.ts'
import { countDevices } from '#service/compute/devices/queries.ts'
import { acceptedPrivacy, acceptedTerms } from '#service/identity/users/agreements.ts'
import { readableEmail, toEmailAddress } from '#service/messaging/mail/email-address.ts'
import { unixSeconds } from '#service/platform/clock.ts'
import type { Database } from '#service/platform/db/open.ts'
import { defineCommand } from '#service/platform/operator/act.ts'
import { rowLimit, text } from '#service/platform/operator/fields.ts'

/** Accounts that are older than the record of versions. */
const UNKNOWN_VERSION = 'unknown'

const newest = (db: Database, limit: number) =>
  db
    .selectFrom('users')
    .select(['id', 'username', 'name', 'created_at', acceptedTerms.as('terms'), acceptedPrivacy.as('privacy')])
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(limit)

const listed = (db: Database, limit: number) => newest(db, limit).execute()

/** Accounts by prefix, which an index finds; only when there is none, by any part, which reads all of them. */
async function found(db: Database, { search, limit }: { search: string; limit: number }) {
  const address = toEmailAddress(search) ?? search
  const prefix = (text: string) => `${text.toLowerCase().replaceAll(/[\\%_]/g, '\\$&')}%`
  const begun = await newest(db, limit)
    .where((row) =>
      row.or([
        row(sql`lower(username)`, 'like', prefix(search)),
        row(sql`lower(username)`, 'like', prefix(address)),
        row(sql`lower(name)`, 'like', prefix(search)),
      ]),
    )
    .execute()
  if (begun.length > 0) return begun
  return newest(db, limit)
    .where((row) =>
      row.or([
        row(sql`position(lower(${search}) in lower(username))`, '>', 0),
        row(sql`position(${address} in username)`, '>', 0),
        row(sql`position(lower(${search}) in lower(name))`, '>', 0),
      ]),
    )
    .execute()
}

export const users = defineCommand({
  name: 'users',
  summary: 'Accounts, newest first',
  fields: {
    search: text({ label: 'Search', hint: 'only addresses and names that begin with it, or else contain it' }),
    limit: rowLimit(),
  },
  async run({ db, now }, { search, limit }) {
    const rows = search === undefined ? await listed(db, limit) : await found(db, { search, limit })
    const people = []
    for (const row of rows) people.push({ ...row, ...(await countDevices(db, row.id, now())) })
    return {
      kind: 'view',
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
