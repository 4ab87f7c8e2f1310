import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { reportStates } from '#lib/rules/feedback.ts'
import { MAX_TEXT } from '#lib/rules/notices.ts'
import { cutText } from '#lib/text/characters.ts'
import { utcDateTime } from '#lib/time/format.ts'
import { answerReport } from '#service/messaging/feedback/answering.ts'
import { findReport, stateOf, type WholeReport, wholeReports } from '#service/messaging/feedback/queries.ts'
import { lockReport } from '#service/messaging/feedback/reporting.ts'
import { unixSeconds } from '#service/platform/clock.ts'
import { makeFolder } from '#service/platform/folders.ts'
import type { Asked, Change, Command, CommandContext, View } from '#service/platform/operator/act.ts'
import { refused, wrongUsage } from '#service/platform/operator/errors.ts'
import { placeOf } from '#service/platform/operator/paths.ts'
import { readMarkdown } from '#service/platform/operator/texts.ts'

export const reports: Command = {
  name: 'reports',
  summary: 'List the reports of users, show one with its pictures, answer one, or close one',
  word: '[ID]',
  options: {
    state: { type: 'string', value: reportStates.join('|'), hint: 'only these; what waits longest comes first' },
    answer: {
      type: 'string',
      value: 'TEXT',
      hint: `what the user is told, in Markdown, or @FILE; up to ${MAX_TEXT} characters`,
    },
    close: { type: 'boolean', hint: 'close it, with the answer or without' },
    pictures: { type: 'string', value: 'FOLDER', hint: 'write its pictures into this folder' },
    limit: { type: 'string', value: 'N', hint: 'rows to look at, 1 to 1000 (default 50)' },
  },
  async run(context, asked) {
    const [answer, closes] = [asked.text('answer'), asked.flag('close')]
    if (asked.word === undefined) {
      if (answer !== undefined || closes) throw wrongUsage('Which report? Give its id, as `reports` lists it.')
      return list(context, asked)
    }
    if (answer === undefined && !closes) return show(context, asked, asked.word)
    const content = answer === undefined ? undefined : await readMarkdown(context, { name: 'answer', typed: answer })
    return answering(context, asked.word, { content, closes })
  },
}

async function list({ db, now, directory }: CommandContext, asked: Asked): Promise<View> {
  const wanted = asked.text('state')?.toLowerCase()
  const state = reportStates.find((one) => one.toLowerCase() === wanted)
  if (wanted !== undefined && !state) throw wrongUsage(`--state is one of ${reportStates.join(', ')}.`)
  const rows = await db
    .selectFrom('reports')
    .selectAll()
    .orderBy('at', 'desc')
    .orderBy('id')
    .limit(asked.number('limit', { least: 1, most: 1000, usual: 50 }))
    .execute()
  const all = (await wholeReports(db, rows)).map((whole) => ({ whole, state: stateOf(whole, now()) }))
  const shown = all.filter((one) => state === undefined || one.state === state)
  const people = new Map<string, string>()
  for (const { whole } of shown) people.set(whole.row.user_id, (await directory.byId(db, whole.row.user_id)).username)
  return {
    kind: 'view',
    audit: `${shown.length} reports`,
    data: shown.map(({ whole, state }) => dataOf(whole, { state, email: people.get(whole.row.user_id) ?? '' })),
    table: {
      columns: [
        { title: 'Id' },
        { title: 'State' },
        { title: 'Time' },
        { title: 'Category' },
        { title: 'Pictures', right: true },
        { title: 'From' },
        { title: 'Report' },
      ],
      rows: shown.map(({ whole, state }) => [
        whole.row.id,
        state,
        utcDateTime(unixSeconds(whole.row.at)),
        whole.row.category,
        String(whole.pictures.length),
        people.get(whole.row.user_id) ?? '',
        cutText(whole.words[0]?.content ?? '', 80),
      ]),
      empty: 'There is no report.',
    },
  }
}

const dataOf = ({ row, words, pictures }: WholeReport, told: { state: string; email: string }) => ({
  id: row.id,
  ...told,
  category: row.category,
  contact: row.contact,
  browser: row.browser,
  clientVersion: row.client_version,
  faultId: row.fault_id,
  at: row.at.toISOString(),
  words: words.map((word) => ({ from: word.by_name ?? word.author, at: word.at.toISOString(), content: word.content })),
  pictures,
})

export type ShownReport = ReturnType<typeof dataOf>

async function mustFind({ db }: CommandContext, id: string): Promise<WholeReport> {
  const whole = await findReport(db, { id })
  if (!whole) throw refused(`There is no report ${id}.`)
  return whole
}

async function show(context: CommandContext, asked: Asked, id: string): Promise<View> {
  const whole = await mustFind(context, id)
  const { username: email } = await context.directory.byId(context.db, whole.row.user_id)
  const files = await writePictures(context, asked.text('pictures'), whole)
  const data = dataOf(whole, { state: stateOf(whole, context.now()), email })
  const facts = [
    ['State', data.state],
    ['From', email],
    ['Contact', data.contact],
    ['Category', data.category],
    ['Browser', data.browser ?? ''],
    ['Version', data.clientVersion ?? ''],
    ['Request', data.faultId ?? ''],
    ['Pictures', files.length > 0 ? files.join(', ') : String(whole.pictures.length)],
  ].filter(([, value]) => value !== '') as string[][]
  const said = data.words.flatMap(({ from, at, content }) => [
    [from, at],
    ...content.split('\n').map((line) => ['', line]),
  ])
  return {
    kind: 'view',
    audit: `${id} of ${email}${files.length > 0 ? `, ${files.length} pictures` : ''}`,
    data: { ...data, files },
    table: { columns: [{ title: 'Report' }, { title: id }], rows: [...facts, ...said], empty: '' },
  }
}

async function writePictures(context: CommandContext, folder: string | undefined, { row, pictures }: WholeReport) {
  if (folder === undefined) return []
  const place = placeOf(context, folder)
  makeFolder(place)
  const files: string[] = []
  for (const [index, id] of pictures.entries()) {
    const found = await context.db
      .selectFrom('report_pictures')
      .select('picture')
      .where('id', '=', id)
      .executeTakeFirst()
    if (!found?.picture) continue
    const file = path.join(place, `${row.id}-${index + 1}.webp`)
    await writeFile(file, found.picture)
    files.push(file)
  }
  return files
}

async function answering(
  context: CommandContext,
  id: string,
  { content, closes }: { content: string | undefined; closes: boolean },
): Promise<Change> {
  const { row } = await mustFind(context, id)
  const { username: email } = await context.directory.byId(context.db, row.user_id)
  const act = content === undefined ? 'Close' : closes ? 'Answer and close' : 'Answer'
  return {
    kind: 'change',
    question: `${act} report ${id} of ${email}${content === undefined ? '' : `: ${cutText(content, 200)}`}?`,
    audit: `${act.toLowerCase()} ${id} of ${email}`,
    async apply(db) {
      const whole = await lockReport(db, { id })
      if (!whole) throw refused(`There is no report ${id}.`)
      if (stateOf(whole, context.now()) === 'Closed') throw refused(`Report ${id} is closed.`)
      if (content !== undefined)
        await answerReport(db, whole, { by: context.operator, content, now: context.now(), closes })
      if (closes)
        await db
          .updateTable('reports')
          .set({ closed_at: new Date(context.now()) })
          .where('id', '=', id)
          .execute()
      const state = closes ? 'Closed' : 'Replied'
      return { data: { id, state }, text: `Report ${id} is ${closes ? 'closed' : 'answered'}.` }
    },
  }
}
