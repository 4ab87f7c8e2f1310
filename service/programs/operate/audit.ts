import { utcDateTime } from '#lib/time/format.ts'
import { unixSeconds } from '#service/platform/clock.ts'
import { byTimeAndId, sliceOf } from '#service/platform/db/pagination.ts'
import { defineCommand } from '#service/platform/operator/act.ts'
import { sliceFields } from '#service/platform/operator/fields.ts'

export const audit = defineCommand({
  name: 'audit',
  summary: 'What operators did, newest first',
  fields: sliceFields(),
  async run({ db }, slice) {
    const order = byTimeAndId({ time: 'at', id: 'id', direction: 'desc' }, ({ at }: { id: string; at: Date }) => at)
    const { rows, keys } = await sliceOf(db.selectFrom('audit').selectAll(), order, slice)
    return {
      kind: 'view',
      keys,
      data: rows.map(({ at, operator, act, detail }) => ({ at: at.toISOString(), operator, act, detail })),
      table: {
        columns: [{ title: 'Time' }, { title: 'Operator' }, { title: 'Act' }, { title: 'Detail' }],
        rows: rows.map((row) => [utcDateTime(unixSeconds(row.at)), row.operator, row.act, row.detail]),
        empty: 'No operator has done anything yet.',
      },
    }
  },
})
