import type { Selectable } from 'kysely'
import { utcDateTime } from '#lib/time/format.ts'
import { unixSeconds } from '#service/platform/clock.ts'
import { newId } from '#service/platform/ids.ts'
import { EVERYBODY, tellLive } from '#service/platform/live/telling.ts'
import type { Asked, Change, Command, CommandContext, View } from '#service/platform/operator/act.ts'
import { refused, wrongUsage } from '#service/platform/operator/errors.ts'
import { readMoment, readWritten, type Written, writtenOptions } from '#service/platform/operator/written.ts'
import { addNotice } from './publish.ts'
import type { NoticeTable } from './tables.ts'

type Row = Selectable<NoticeTable>

export const notices: Command = {
  name: 'notices',
  summary: 'List the announcements to everybody, publish or schedule one, show one, or withdraw one',
  word: '[ID]',
  options: {
    ...writtenOptions,
    at: { type: 'string', value: 'TIME', hint: 'when it is to be seen, in UTC: 2026-12-01T08:30; at once unless told' },
    withdraw: { type: 'boolean', hint: 'take the one with the ID back' },
    limit: { type: 'string', value: 'N', hint: 'rows to show, 1 to 1000 (default 50)' },
  },
  async run(context, asked) {
    const written = await readWritten(context, asked)
    if (asked.word !== undefined && written)
      throw wrongUsage('A notice that was published stays as it is: withdraw it.')
    if (asked.word !== undefined)
      return asked.flag('withdraw') ? withdrawal(context, asked.word) : one(context, asked.word)
    if (asked.flag('withdraw')) throw wrongUsage('Which notice? Give its id, as `notices` lists it.')
    return written ? publication(context, asked, written) : list(context, asked)
  },
}

function stateOf({ withdrawn_at: withdrawnAt, publish_at: publishAt }: Row, now: number): string {
  if (withdrawnAt) return 'withdrawn'
  return publishAt.getTime() > now ? 'scheduled' : 'published'
}

const dataOf = (row: Row, now: number) => ({
  id: row.id,
  state: stateOf(row, now),
  publishAt: row.publish_at.toISOString(),
  title: row.title,
  titleZh: row.title_zh,
  content: row.content,
  contentZh: row.content_zh,
  by: row.created_by,
})

async function list({ db, now }: CommandContext, asked: Asked): Promise<View> {
  const rows = await db
    .selectFrom('notices')
    .selectAll()
    .orderBy('publish_at', 'desc')
    .orderBy('id')
    .limit(asked.number('limit', { least: 1, most: 1000, usual: 50 }))
    .execute()
  return {
    kind: 'view',
    data: rows.map((row) => dataOf(row, now())),
    table: {
      columns: [{ title: 'Id' }, { title: 'State' }, { title: 'From' }, { title: 'Title' }, { title: 'By' }],
      rows: rows.map((row) => [
        row.id,
        stateOf(row, now()),
        utcDateTime(unixSeconds(row.publish_at)),
        row.title,
        row.created_by,
      ]),
      empty: 'No notice was published yet.',
    },
  }
}

async function find({ db }: CommandContext, id: string): Promise<Row> {
  const row = await db.selectFrom('notices').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) throw refused(`There is no notice ${id}.`)
  return row
}

async function one(context: CommandContext, id: string): Promise<View> {
  const row = await find(context, id)
  const data = dataOf(row, context.now())
  const lines = (text: string) => text.split('\n').map((line) => ['', line])
  const { state, publishAt, title, titleZh, by } = data
  return {
    kind: 'view',
    data,
    table: {
      columns: [{ title: 'Notice' }, { title: row.id }],
      rows: [
        ['State', state],
        ['From', publishAt],
        ['By', by],
        ['English', title],
        ...lines(row.content),
        ['Chinese', titleZh],
        ...lines(row.content_zh),
      ],
      empty: '',
    },
  }
}

function publication(context: CommandContext, asked: Asked, written: Written): Change {
  const at = readMoment('at', asked.text('at'))
  const now = context.now()
  if (at !== undefined && at < now) throw refused('--at is over. Leave it out to publish at once.')
  const when = at === undefined ? 'now' : `at ${utcDateTime(Math.floor(at / 1000))}`
  return {
    kind: 'change',
    question: `Publish "${written.title}" (${written.title_zh}) to everybody ${when}?`,
    audit: `publish ${when}: ${written.title}`,
    async apply(db) {
      const createdAt = new Date(context.now())
      const row = {
        ...written,
        id: newId(),
        publish_at: at === undefined ? createdAt : new Date(at),
        withdrawn_at: null,
        created_at: createdAt,
        created_by: context.operator,
      }
      await addNotice(db, row)
      if (at === undefined) await tellLive(db, EVERYBODY)
      const told = at === undefined ? 'is published' : `will be seen from ${utcDateTime(Math.floor(at / 1000))} on`
      return { data: dataOf(row, context.now()), text: `Notice ${row.id} ${told}.` }
    },
  }
}

async function withdrawal(context: CommandContext, id: string): Promise<Change> {
  const row = await find(context, id)
  return {
    kind: 'change',
    question: `Withdraw "${row.title}"? Nobody sees it any more.`,
    audit: `withdraw ${id}: ${row.title}`,
    async apply(db) {
      const { numUpdatedRows } = await db
        .updateTable('notices')
        .set({ withdrawn_at: new Date(context.now()) })
        .where('id', '=', id)
        .where('withdrawn_at', 'is', null)
        .executeTakeFirst()
      if (numUpdatedRows === 0n) throw refused(`Notice ${id} is withdrawn already.`)
      return { data: { id, state: 'withdrawn' }, text: `Notice ${id} is withdrawn.` }
    },
  }
}
