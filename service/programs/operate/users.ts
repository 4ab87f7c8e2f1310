import { sql } from 'kysely'
import { utcDateTime } from '#lib/time/format.ts'
import { countDevices } from '#service/compute/devices/queries.ts'
import { readableEmail, toEmailAddress } from '#service/messaging/mail/email-address.ts'
import { unixSeconds } from '#service/platform/clock.ts'
import type { Command } from '#service/platform/operator/act.ts'

const MAX_ROWS = 1000

export const users: Command = {
  name: 'users',
  summary: 'Accounts, newest first',
  options: {
    search: { type: 'string', value: 'TEXT', hint: 'only addresses and names that contain it' },
    limit: { type: 'string', value: 'N', hint: `rows to show, 1 to ${MAX_ROWS} (default 50)` },
  },
  async run({ db, now }, asked) {
    const search = asked.text('search')
    let query = db.selectFrom('users').select(['id', 'username', 'name', 'created_at'])
    if (search !== undefined)
      query = query.where((row) =>
        row.or([
          row(sql`position(lower(${search}) in lower(username))`, '>', 0),
          row(sql`position(${toEmailAddress(search) ?? search} in username)`, '>', 0),
          row(sql`position(lower(${search}) in lower(name))`, '>', 0),
        ]),
      )
    const rows = await query
      .orderBy('created_at', 'desc')
      .orderBy('id')
      .limit(asked.number('limit', { least: 1, most: MAX_ROWS, usual: 50 }))
      .execute()
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
      })),
      table: {
        columns: [
          { title: 'E-mail' },
          { title: 'Name' },
          { title: 'Devices', right: true },
          { title: 'Online', right: true },
          { title: 'Since' },
        ],
        rows: people.map((one) => [
          readableEmail(one.username),
          one.name,
          String(one.total),
          String(one.online),
          utcDateTime(unixSeconds(one.created_at)),
        ]),
        empty: search === undefined ? 'No accounts yet.' : 'No account matches.',
      },
    }
  },
}
