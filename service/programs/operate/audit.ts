import { utcDateTime } from '#lib/time/format.ts'
import { unixSeconds } from '#service/platform/clock.ts'
import { defineCommand } from '#service/platform/operator/act.ts'
import { rowLimit } from '#service/platform/operator/fields.ts'

export const audit = defineCommand({
  name: 'audit',
  summary: 'What operators did, newest first',
  fields: { limit: rowLimit() },
  async run({ db }, { limit }) {
    const rows = await db.selectFrom('audit').selectAll().orderBy('at', 'desc').orderBy('id').limit(limit).execute()
    return {
      kind: 'view',
      data: rows.map(({ at, operator, act, detail }) => ({ at: at.toISOString(), operator, act, detail })),
      table: {
        columns: [{ title: 'Time' }, { title: 'Operator' }, { title: 'Act' }, { title: 'Detail' }],
        rows: rows.map((row) => [utcDateTime(unixSeconds(row.at)), row.operator, row.act, row.detail]),
        empty: 'No operator has done anything yet.',
      },
    }
  },
})
