import { utcDateTime } from '#lib/time/format.ts'
import { addBroadcast, countAudience } from '#service/messaging/notices/broadcasts.ts'
import { unixSeconds } from '#service/platform/clock.ts'
import { newId } from '#service/platform/ids.ts'
import { type Change, type Command, type CommandContext, defineAct, type View } from '#service/platform/operator/act.ts'
import { refused, wrongUsage } from '#service/platform/operator/errors.ts'
import { flag, rowLimit, text } from '#service/platform/operator/fields.ts'
import type { InputOf } from '#service/platform/operator/input.ts'
import { list as enumerate, phrase, type Text, term } from '#service/platform/operator/phrase.ts'
import { type BilingualText, bilingualFields, moment, readBilingual } from '#service/platform/operator/texts.ts'
import type { Audience } from '../notices/tables.ts'

export const listMessages = defineAct({ name: 'message', fields: { limit: rowLimit() }, run: list })

const audienceFields = {
  user: text({ value: 'EMAIL', label: 'Account', hint: 'for this user' }),
  all: flag({ label: 'For all users', hint: 'for all users' }),
  withDevice: flag({ label: 'For those who have a device bound', hint: 'for those who have a device bound' }),
  withoutDevice: flag({ label: 'For those who have none', hint: 'for those who have none' }),
  joinedFrom: moment({ label: 'Joined from', hint: 'for those who joined from then on, in UTC: 2026-12-01' }),
  joinedBefore: moment({ label: 'Joined before', hint: 'for those who joined before, in UTC' }),
}

export const sendMessage = defineAct({
  name: 'message',
  button: 'Send the message',
  fields: { ...bilingualFields, ...audienceFields },
  async run(context, input) {
    const text = await readBilingual(context, input)
    const audience = await readAudience(context, input)
    if (!text) throw wrongUsage('The text is missing. Give --title, --title-zh, --text and --text-zh.')
    if (!audience) throw wrongUsage('For whom? Give --user EMAIL, --all, or conditions.')
    return startBroadcast(context, audience, text)
  },
})

export const message: Command = {
  name: 'message',
  summary: 'Send a message to users, or list sent messages',
  acts: [listMessages, sendMessage],
}

async function readAudience(
  context: CommandContext,
  { user: email, all, withDevice, withoutDevice, joinedFrom, joinedBefore }: InputOf<typeof audienceFields>,
): Promise<Audience | undefined> {
  if (withDevice && withoutDevice) throw wrongUsage('One of --with-device and --without-device.')
  const filter: Audience = {
    ...(withDevice && { hasDevice: true }),
    ...(withoutDevice && { hasDevice: false }),
    ...(joinedFrom !== undefined && { joinedFrom }),
    ...(joinedBefore !== undefined && { joinedBefore }),
  }
  const isFiltered = Object.keys(filter).length > 0
  if ([email !== undefined, all, isFiltered].filter(Boolean).length > 1)
    throw wrongUsage('One of --user, --all and what they have to fit.')
  if (email !== undefined) {
    return { userId: (await context.directory.byEmail(context.db, email)).id }
  }
  return isFiltered || all ? filter : undefined
}

async function audienceText(
  { db, directory }: Pick<CommandContext, 'db' | 'directory'>,
  { userId, hasDevice, joinedFrom, joinedBefore }: Audience,
): Promise<Text> {
  if (userId !== undefined) return (await directory.byId(db, userId)).username
  const day = (ms: number) => utcDateTime(Math.floor(ms / 1000))
  const parts = [
    hasDevice === true && term('with a device'),
    hasDevice === false && term('without a device'),
    joinedFrom !== undefined && phrase`joined from ${day(joinedFrom)} on`,
    joinedBefore !== undefined && phrase`joined before ${day(joinedBefore)}`,
  ].filter((part) => part !== false)
  return parts.length === 0 ? term('everybody') : phrase`users ${enumerate(parts)}`
}

async function startBroadcast(context: CommandContext, audience: Audience, text: BilingualText): Promise<Change> {
  const [recipients, count] = await Promise.all([audienceText(context, audience), countAudience(context.db, audience)])
  if (count === 0) throw refused(phrase`Nobody matches: ${recipients}.`)
  return {
    kind: 'change',
    question: phrase`Send "${text.title}" (${text.title_zh}) to ${recipients}, ${count} at present?`,
    audit: `${recipients} (${count}): ${text.title}`,
    async apply(db) {
      const id = newId()
      const by = { created_at: new Date(context.now()), created_by: context.operator }
      await addBroadcast(db, { ...text, ...by, id, audience })
      return {
        data: { id, audience, count },
        text: phrase`Message ${id} is under way: the service leaves it within minutes.`,
      }
    },
  }
}

async function list(context: CommandContext, { limit }: { limit: number }): Promise<View> {
  const rows = await context.db
    .selectFrom('broadcasts')
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(limit)
    .execute()
  const sent = []
  for (const row of rows) sent.push({ row, recipients: await audienceText(context, row.filter) })
  return {
    kind: 'view',
    audit: `${rows.length} messages`,
    data: sent.map(({ row, recipients }) => ({
      id: row.id,
      createdAt: row.created_at.toISOString(),
      title: row.title,
      whom: String(recipients),
      sent: row.sent,
      endedAt: row.ended_at?.toISOString() ?? null,
      by: row.created_by,
    })),
    table: {
      columns: [
        { title: 'Id' },
        { title: 'Time' },
        { title: 'For' },
        { title: 'Sent', right: true },
        { title: 'State' },
        { title: 'Title' },
      ],
      rows: sent.map(({ row, recipients }) => [
        row.id,
        utcDateTime(unixSeconds(row.created_at)),
        String(recipients),
        String(row.sent),
        row.ended_at ? 'done' : 'under way',
        row.title,
      ]),
      empty: 'No messages sent yet.',
    },
  }
}
