import { sql } from 'kysely'
import { utcDateTime } from '#lib/time/format.ts'
import { countDevices } from '#service/compute/devices/queries.ts'
import { acceptedPrivacy, acceptedTerms } from '#service/identity/users/agreements.ts'
import { readableEmail, toEmailAddress } from '#service/messaging/mail/email-address.ts'
import { unixSeconds } from '#service/platform/clock.ts'
import { defineCommand } from '#service/platform/operator/act.ts'
import { rowLimit, text } from '#service/platform/operator/fields.ts'

/** Accounts that are older than the record of versions. */
const UNKNOWN_VERSION = 'unknown'

export const users = defineCommand({
  name: 'users',
  summary: 'Accounts, newest first',
  fields: {
    search: text({ label: 'Search', hint: 'only addresses and names that contain it' }),
    limit: rowLimit(),
  },
  async run({ db, now }, { search, limit }) {
    let query = db
      .selectFrom('users')
      .select(['id', 'username', 'name', 'created_at', acceptedTerms.as('terms'), acceptedPrivacy.as('privacy')])
    if (search !== undefined)
      query = query.where((row) =>
        row.or([
          row(sql`position(lower(${search}) in lower(username))`, '>', 0),
          row(sql`position(${toEmailAddress(search) ?? search} in username)`, '>', 0),
          row(sql`position(lower(${search}) in lower(name))`, '>', 0),
        ]),
      )
    const rows = await query.orderBy('created_at', 'desc').orderBy('id').limit(limit).execute()
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
