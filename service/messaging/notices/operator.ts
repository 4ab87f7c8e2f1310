import type { Selectable } from 'kysely'
import { utcDateTime } from '#lib/time/format.ts'
import { unixSeconds } from '#service/platform/clock.ts'
import { newId } from '#service/platform/ids.ts'
import { EVERYBODY, publish } from '#service/platform/live/publish.ts'
import { type Change, type Command, type CommandContext, defineAct, type View } from '#service/platform/operator/act.ts'
import { refused, wrongUsage } from '#service/platform/operator/errors.ts'
import { required, rowLimit, word } from '#service/platform/operator/fields.ts'
import { phrase, term } from '#service/platform/operator/phrase.ts'
import { type BilingualText, bilingualFields, moment, readBilingual } from '#service/platform/operator/texts.ts'
import { addNotice } from './publish.ts'
import type { NoticeTable } from './tables.ts'

type Row = Selectable<NoticeTable>

const id = required(word('Notice'), 'Which notice? Give its id, as `notices` lists it.')

export const listNotices = defineAct({ name: 'notices', fields: { limit: rowLimit() }, run: list })

export const showNotice = defineAct({
  name: 'notices ID',
  fields: { word: id },
  run: (context, { word: one }) => show(context, one),
})

export const publishNotice = defineAct({
  name: 'notices',
  button: 'Publish the notice',
  fields: {
    ...bilingualFields,
    at: moment({
      label: 'From',
      hint: 'when it is to be seen, in UTC: 2026-12-01T08:30; default at once',
    }),
  },
  async run(context, { at, ...input }) {
    const text = await readBilingual(context, input)
    if (!text) throw wrongUsage('The text is missing. Give --title, --title-zh, --text and --text-zh.')
    return publication(context, at, text)
  },
})

export const withdraw = defineAct({
  name: 'notices ID --withdraw',
  button: 'Withdraw the notice',
  hint: 'take the one with the ID back',
  fields: { word: id },
  run: (context, { word: one }) => withdrawal(context, one),
})

export const notices: Command = {
  name: 'notices',
  summary: 'List the announcements to everybody, publish or schedule one, show one, or withdraw one',
  acts: [listNotices, showNotice, publishNotice, withdraw],
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

async function list({ db, now }: CommandContext, { limit }: { limit: number }): Promise<View> {
  const rows = await db
    .selectFrom('notices')
    .selectAll()
    .orderBy('publish_at', 'desc')
    .orderBy('id')
    .limit(limit)
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
  if (!row) throw refused(phrase`There is no notice ${id}.`)
  return row
}

async function show(context: CommandContext, id: string): Promise<View> {
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

function publication(context: CommandContext, at: number | undefined, text: BilingualText): Change {
  const now = context.now()
  if (at !== undefined && at < now) throw refused('--at is over. Leave it out to publish at once.')
  const when = at === undefined ? term('now') : phrase`at ${utcDateTime(Math.floor(at / 1000))}`
  return {
    kind: 'change',
    question: phrase`Publish "${text.title}" (${text.title_zh}) to everybody ${when}?`,
    audit: `publish ${when}: ${text.title}`,
    async apply(db) {
      const createdAt = new Date(context.now())
      const row = {
        ...text,
        id: newId(),
        publish_at: at === undefined ? createdAt : new Date(at),
        withdrawn_at: null,
        created_at: createdAt,
        created_by: context.operator,
      }
      await addNotice(db, row)
      if (at === undefined) await publish(db, EVERYBODY)
      const state =
        at === undefined ? term('is published') : phrase`will be seen from ${utcDateTime(Math.floor(at / 1000))} on`
      return { data: dataOf(row, context.now()), text: phrase`Notice ${row.id} ${state}.` }
    },
  }
}

async function withdrawal(context: CommandContext, id: string): Promise<Change> {
  const row = await find(context, id)
  return {
    kind: 'change',
    question: phrase`Withdraw "${row.title}"? Nobody sees it any more.`,
    audit: `withdraw ${id}: ${row.title}`,
    async apply(db) {
      const { numUpdatedRows } = await db
        .updateTable('notices')
        .set({ withdrawn_at: new Date(context.now()) })
        .where('id', '=', id)
        .where('withdrawn_at', 'is', null)
        .executeTakeFirst()
      if (numUpdatedRows === 0n) throw refused(phrase`Notice ${id} is withdrawn already.`)
      return { data: { id, state: 'withdrawn' }, text: phrase`Notice ${id} is withdrawn.` }
    },
  }
}
