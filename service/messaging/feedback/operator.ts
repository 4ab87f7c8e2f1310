import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { reportStates } from '#lib/rules/feedback.ts'
import { MAX_TEXT } from '#lib/rules/notices.ts'
import { cutText } from '#lib/text/characters.ts'
import { utcDateTime } from '#lib/time/format.ts'
import { answerReport } from '#service/messaging/feedback/answers.ts'
import { findReport, stateOf, type WholeReport, wholeReports } from '#service/messaging/feedback/queries.ts'
import { lockReport } from '#service/messaging/feedback/submit-report.ts'
import { unixSeconds } from '#service/platform/clock.ts'
import { makeFolder } from '#service/platform/folders.ts'
import { type Change, type Command, type CommandContext, defineAct, type View } from '#service/platform/operator/act.ts'
import { refused } from '#service/platform/operator/errors.ts'
import { choice, flag, required, rowLimit, text, word } from '#service/platform/operator/fields.ts'
import { pathOf } from '#service/platform/operator/paths.ts'
import { phrase } from '#service/platform/operator/phrase.ts'
import { markdown, readMarkdown } from '#service/platform/operator/texts.ts'

const report = required(word('Report'), 'Which report? Give its id, as `reports` lists it.')

export const listReports = defineAct({
  name: 'reports',
  fields: {
    state: choice(reportStates, {
      value: reportStates.join('|'),
      label: 'State',
      hint: 'only these; what waits longest comes first',
    }),
    limit: rowLimit('rows to look at, 1 to 1000 (default 50)'),
  },
  run: list,
})

export const showReport = defineAct({
  name: 'reports ID',
  fields: {
    word: report,
    pictures: text({ value: 'FOLDER', label: 'Folder for its pictures', hint: 'write its pictures into this folder' }),
  },
  run: (context, { word: id, pictures }) => show(context, id, pictures),
})

export const answer = defineAct({
  name: 'reports ID --answer',
  role: 'support',
  button: 'Answer',
  fields: {
    word: report,
    answer: required(
      markdown(`the answer to the user, in Markdown, or @FILE; up to ${MAX_TEXT} characters`, 'Answer, in Markdown'),
      '--answer is empty.',
    ),
    close: flag({ label: 'Close it with this answer', hint: 'close it, with the answer or without' }),
  },
  async run(context, { word: id, answer: typed, close }) {
    const content = await readMarkdown(context, { name: 'answer', typed })
    return answerOrClose(context, id, { content, closes: close })
  },
})

export const close = defineAct({
  name: 'reports ID --close',
  role: 'support',
  hint: 'close it, with the answer or without',
  button: 'Close without an answer',
  fields: { word: report },
  run: (context, { word: id }) => answerOrClose(context, id, { content: undefined, closes: true }),
})

export const reports: Command = {
  name: 'reports',
  summary: 'List the reports of users, show one with its pictures, answer one, or close one',
  acts: [listReports, showReport, answer, close],
}

interface ListInput {
  state: (typeof reportStates)[number] | undefined
  limit: number
}

async function list({ db, now, directory }: CommandContext, { state, limit }: ListInput): Promise<View> {
  const rows = await db.selectFrom('reports').selectAll().orderBy('at', 'desc').orderBy('id').limit(limit).execute()
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

const dataOf = ({ row, words, pictures }: WholeReport, labels: { state: string; email: string }) => ({
  id: row.id,
  ...labels,
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
  if (!whole) throw refused(phrase`There is no report ${id}.`)
  return whole
}

async function show(context: CommandContext, id: string, folder: string | undefined): Promise<View> {
  const whole = await mustFind(context, id)
  const { username: email } = await context.directory.byId(context.db, whole.row.user_id)
  const files = await writePictures(context, folder, whole)
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
  const messageRows = data.words.flatMap(({ from, at, content }) => [
    [from, at],
    ...content.split('\n').map((line) => ['', line]),
  ])
  return {
    kind: 'view',
    audit: `${id} of ${email}${files.length > 0 ? `, ${files.length} pictures` : ''}`,
    data: { ...data, files },
    table: { columns: [{ title: 'Report' }, { title: id }], rows: [...facts, ...messageRows], empty: '' },
  }
}

async function writePictures(context: CommandContext, folder: string | undefined, { row, pictures }: WholeReport) {
  if (folder === undefined) return []
  const target = pathOf(context, folder)
  makeFolder(target)
  const files: string[] = []
  for (const [index, id] of pictures.entries()) {
    const found = await context.db
      .selectFrom('report_pictures')
      .select('picture')
      .where('id', '=', id)
      .executeTakeFirst()
    if (!found?.picture) continue
    const file = path.join(target, `${row.id}-${index + 1}.webp`)
    await writeFile(file, found.picture)
    files.push(file)
  }
  return files
}

async function answerOrClose(
  context: CommandContext,
  id: string,
  { content, closes }: { content: string | undefined; closes: boolean },
): Promise<Change> {
  const { row } = await mustFind(context, id)
  const { username: email } = await context.directory.byId(context.db, row.user_id)
  const verb = content === undefined ? 'close' : closes ? 'answer and close' : 'answer'
  const questionOf = () => {
    if (content === undefined) return phrase`Close report ${id} of ${email}?`
    const begun = cutText(content, 200)
    return closes
      ? phrase`Answer and close report ${id} of ${email}: ${begun}?`
      : phrase`Answer report ${id} of ${email}: ${begun}?`
  }
  return {
    kind: 'change',
    question: questionOf(),
    audit: `${verb} ${id} of ${email}`,
    async apply(db) {
      const whole = await lockReport(db, { id })
      if (!whole) throw refused(phrase`There is no report ${id}.`)
      if (stateOf(whole, context.now()) === 'Closed') throw refused(phrase`Report ${id} is closed.`)
      if (content !== undefined)
        await answerReport(db, whole, { by: context.operator, content, now: context.now(), closes })
      if (closes)
        await db
          .updateTable('reports')
          .set({ closed_at: new Date(context.now()) })
          .where('id', '=', id)
          .execute()
      const state = closes ? 'Closed' : 'Replied'
      return { data: { id, state }, text: closes ? phrase`Report ${id} is closed.` : phrase`Report ${id} is answered.` }
    },
  }
}
