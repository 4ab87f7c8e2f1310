import { utcDateTime, utcDayStart } from '#lib/time/format.ts'
import { reopen } from '#service/money/earnings/reopen.ts'
import { unixSeconds } from '#service/platform/clock.ts'
import { type Change, type Command, type CommandContext, defineAct, type View } from '#service/platform/operator/act.ts'
import { refused } from '#service/platform/operator/errors.ts'
import { required, rowLimit, word } from '#service/platform/operator/fields.ts'
import { phrase } from '#service/platform/operator/phrase.ts'

export const settledDays = defineAct({
  name: 'settlements',
  fields: { limit: rowLimit('days to show, 1 to 1000 (default 14)', 14) },
  run: (context, { limit }) => listSettlements(context, limit),
})

export const reopenDay = defineAct({
  name: 'settlements DAY --again',
  needsProof: true,
  role: 'finance',
  button: 'Open the day again',
  hint: 'open the day again: the service credits what it lacks within ten minutes',
  fields: { word: required(word('Day'), 'Which day? For example: settlements 2026-12-01 --again') },
  run: (context, { word: date }) => settleAgain(context, date),
})

export const settlements: Command = {
  name: 'settlements',
  summary: 'List the settled days, or settle one again: what is missing is credited, nothing twice',
  acts: [settledDays, reopenDay],
}

async function listSettlements({ db }: CommandContext, limit: number): Promise<View> {
  const rows = await db.selectFrom('settlements').selectAll().orderBy('day', 'desc').limit(limit).execute()
  const minute = (time: Date | null) => (time === null ? 'open' : utcDateTime(unixSeconds(time)))
  return {
    kind: 'view',
    data: rows.map((row) => ({
      day: row.day,
      begunAt: row.begun_at.toISOString(),
      endedAt: row.ended_at?.toISOString() ?? null,
      earnings: row.earnings,
      openedAgain: row.part,
    })),
    table: {
      columns: [
        { title: 'Day' },
        { title: 'Begun' },
        { title: 'Settled' },
        { title: 'Earnings', right: true },
        { title: 'Opened again', right: true },
      ],
      rows: rows.map((row) => [
        row.day,
        minute(row.begun_at),
        minute(row.ended_at),
        String(row.earnings),
        row.part === 0 ? '' : `${row.part}`,
      ]),
      empty: 'No days settled yet.',
    },
  }
}

async function settleAgain({ db }: CommandContext, day: string): Promise<Change> {
  const unknown = refused(phrase`${day} is no settled day.`)
  const settlement = db.selectFrom('settlements').select('day').where('day', '=', day)
  if (utcDayStart(day) === undefined || !(await settlement.executeTakeFirst())) throw unknown
  return {
    kind: 'change',
    question: phrase`Open ${day} again, so that what it lacks is credited?`,
    audit: `${day}: opened again`,
    async apply(transaction) {
      if (!(await reopen(transaction, day))) throw unknown
      return { data: { day }, text: phrase`${day} is open again: the service settles it within ten minutes.` }
    },
  }
}
