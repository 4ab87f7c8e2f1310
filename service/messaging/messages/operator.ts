import { utcDateTime } from '#lib/time/format.ts'
import { addBroadcast, countAudience } from '#service/messaging/notices/broadcasting.ts'
import { unixSeconds } from '#service/platform/clock.ts'
import { newId } from '#service/platform/ids.ts'
import type { Asked, Change, Command, CommandContext, View } from '#service/platform/operator/act.ts'
import { refused, wrongUsage } from '#service/platform/operator/errors.ts'
import { readMoment, readWritten, type Written, writtenOptions } from '#service/platform/operator/written.ts'
import type { Audience } from '../notices/tables.ts'

export const message: Command = {
  name: 'message',
  summary: 'Send a message to users, or list sent messages',
  options: {
    ...writtenOptions,
    user: { type: 'string', value: 'EMAIL', hint: 'for this user' },
    all: { type: 'boolean', hint: 'for all users' },
    'with-device': { type: 'boolean', hint: 'for those who have a device bound' },
    'without-device': { type: 'boolean', hint: 'for those who have none' },
    'joined-from': { type: 'string', value: 'TIME', hint: 'for those who joined from then on, in UTC: 2026-12-01' },
    'joined-before': { type: 'string', value: 'TIME', hint: 'for those who joined before, in UTC' },
    limit: { type: 'string', value: 'N', hint: 'rows to show, 1 to 1000 (default 50)' },
  },
  async run(context, asked) {
    const written = await readWritten(context, asked)
    const audience = await readAudience(context, asked)
    if (!written && !audience) return list(context, asked)
    if (!written) throw wrongUsage('What shall it say? Give --title, --title-zh, --text and --text-zh.')
    if (!audience) throw wrongUsage('For whom? Give --user EMAIL, --all, or conditions.')
    return sending(context, audience, written)
  },
}

async function readAudience(context: CommandContext, asked: Asked): Promise<Audience | undefined> {
  const email = asked.text('user')
  const [withDevice, withoutDevice] = [asked.flag('with-device'), asked.flag('without-device')]
  if (withDevice && withoutDevice) throw wrongUsage('One of --with-device and --without-device.')
  const [joinedFrom, joinedBefore] = ['joined-from', 'joined-before'].map((name) => readMoment(name, asked.text(name)))
  const filter: Audience = {
    ...(withDevice && { hasDevice: true }),
    ...(withoutDevice && { hasDevice: false }),
    ...(joinedFrom !== undefined && { joinedFrom }),
    ...(joinedBefore !== undefined && { joinedBefore }),
  }
  const isFiltered = Object.keys(filter).length > 0
  if ([email !== undefined, asked.flag('all'), isFiltered].filter(Boolean).length > 1)
    throw wrongUsage('One of --user, --all and what they have to fit.')
  if (email !== undefined) {
    return { userId: (await context.directory.byEmail(context.db, email)).id }
  }
  return isFiltered || asked.flag('all') ? filter : undefined
}

async function wordsOf(
  { db, directory }: Pick<CommandContext, 'db' | 'directory'>,
  { userId, hasDevice, joinedFrom, joinedBefore }: Audience,
): Promise<string> {
  if (userId !== undefined) return (await directory.byId(db, userId)).username
  const day = (ms: number) => utcDateTime(Math.floor(ms / 1000))
  const parts = [
    hasDevice === true && 'with a device',
    hasDevice === false && 'without a device',
    joinedFrom !== undefined && `joined from ${day(joinedFrom)} on`,
    joinedBefore !== undefined && `joined before ${day(joinedBefore)}`,
  ].filter((part) => part !== false)
  return parts.length === 0 ? 'everybody' : `users ${parts.join(', ')}`
}

async function sending(context: CommandContext, audience: Audience, written: Written): Promise<Change> {
  const [whom, count] = await Promise.all([wordsOf(context, audience), countAudience(context.db, audience)])
  if (count === 0) throw refused(`Nobody matches: ${whom}.`)
  return {
    kind: 'change',
    question: `Leave "${written.title}" (${written.title_zh}) in the box of ${whom}: ${count} now?`,
    audit: `${whom} (${count}): ${written.title}`,
    async apply(db) {
      const id = newId()
      const by = { created_at: new Date(context.now()), created_by: context.operator }
      await addBroadcast(db, { ...written, ...by, id, audience })
      return {
        data: { id, audience, count },
        text: `Message ${id} is under way: the service leaves it within minutes.`,
      }
    },
  }
}

async function list(context: CommandContext, asked: Asked): Promise<View> {
  const rows = await context.db
    .selectFrom('broadcasts')
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(asked.number('limit', { least: 1, most: 1000, usual: 50 }))
    .execute()
  const sent = []
  for (const row of rows) sent.push({ row, whom: await wordsOf(context, row.filter) })
  return {
    kind: 'view',
    audit: `${rows.length} messages`,
    data: sent.map(({ row, whom }) => ({
      id: row.id,
      createdAt: row.created_at.toISOString(),
      title: row.title,
      whom,
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
      rows: sent.map(({ row, whom }) => [
        row.id,
        utcDateTime(unixSeconds(row.created_at)),
        whom,
        String(row.sent),
        row.ended_at ? 'done' : 'under way',
        row.title,
      ]),
      empty: 'No messages sent yet.',
    },
  }
}
