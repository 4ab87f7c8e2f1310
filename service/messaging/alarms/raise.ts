import type { Context } from '#service/platform/context.ts'
import type { LetterKind, LetterValues } from '../mail/letter-values.ts'
import { queueLetter, writeLetter } from '../mail/letters.ts'

const HOUR_MS = 3_600_000

type AlarmKind = Extract<LetterKind, `alarm${string}`>

/** A condition that an operator of the platform should check. */
export type Alarm = {
  [Kind in AlarmKind]: {
    /** An alarm with the same name is raised at most once an hour. */
    name: string
    kind: Kind
    values: LetterValues<Kind>
  }
}[AlarmKind]

/** Logs an alarm and mails it, at most once an hour, from whichever node comes first. */
export async function raiseAlarm(ctx: Context, { name, kind, values }: Alarm, now: number): Promise<void> {
  const isNew = await ctx.db.transaction().execute(async (db) => {
    const raised = await db
      .insertInto('alarms')
      .values({ name, told_at: new Date(now) })
      .onConflict((conflict) =>
        conflict
          .column('name')
          .doUpdateSet({ told_at: new Date(now) })
          // A time in the future was written by a wrong clock.
          .where(({ eb, or }) =>
            or([eb('alarms.told_at', '<=', new Date(now - HOUR_MS)), eb('alarms.told_at', '>', new Date(now))]),
          ),
      )
      .returning('name')
      .executeTakeFirst()
    if (!raised) return false
    const to = ctx.config.alarmEmail
    if (to !== undefined)
      await queueLetter(ctx, db, writeLetter(ctx, { to, lang: 'en', kind }, values as LetterValues<AlarmKind>))
    return true
  })
  if (isNew) ctx.log.error({ alarm: name, ...values }, 'alarm')
}
