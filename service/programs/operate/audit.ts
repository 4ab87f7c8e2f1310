import { utcDateTime } from '#lib/time/format.ts'
import { unixSeconds } from '#service/platform/clock.ts'
import type { Command } from '#service/platform/operator/act.ts'

export const audit: Command = {
  name: 'audit',
  summary: 'What operators did, newest first',
  options: { limit: { type: 'string', value: 'N', hint: 'rows to show, 1 to 1000 (default 50)' } },
  async run({ db }, asked) {
    const rows = await db
      .selectFrom('audit')
      .selectAll()
      .orderBy('at', 'desc')
      .orderBy('id')
      .limit(asked.number('limit', { least: 1, most: 1000, usual: 50 }))
      .execute()
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
}
