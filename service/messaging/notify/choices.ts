import type { Insertable } from 'kysely'
import { type AlertChannel, type AlertEvent, alertRule } from '#lib/rules/alerts.ts'
import type { Database } from '#service/platform/db/open.ts'
import type { AlertChoiceTable } from './tables.ts'

type Key = `${string}/${AlertEvent}/${AlertChannel}`
const keyOf = (userId: string, event: AlertEvent, channel: AlertChannel): Key => `${userId}/${event}/${channel}`

/** Whether a user gets alerts of an event by a channel. */
export type AlertChoices = (userId: string, event: AlertEvent, channel: AlertChannel) => boolean

/** Loads the choices of users. */
export async function alertChoicesOf(db: Database, userIds: readonly string[]): Promise<AlertChoices> {
  const rows =
    userIds.length === 0
      ? []
      : await db
          .selectFrom('alert_choices')
          .selectAll()
          .where('user_id', 'in', [...new Set(userIds)])
          .execute()
  const chosen = new Map(rows.map((row) => [keyOf(row.user_id, row.event, row.channel), row.is_on]))
  return (userId, event, channel) => {
    const rule = alertRule(event, channel)
    return rule === 'locked' || (chosen.get(keyOf(userId, event, channel)) ?? rule === 'on')
  }
}

/** Saves choices of users, each cell once. */
export async function saveChoices(db: Database, rows: readonly Insertable<AlertChoiceTable>[]): Promise<void> {
  await db
    .insertInto('alert_choices')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'event', 'channel']).doUpdateSet(({ ref }) => ({ is_on: ref('excluded.is_on') })),
    )
    .execute()
}
