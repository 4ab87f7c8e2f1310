import { sql } from 'kysely'
import type { Database } from '#service/platform/db/open.ts'
import type { Lang } from '#service/platform/http/messages.ts'

/** The kinds of the rows of a box whose texts operators wrote: they stand once, for however many who have them. */
export const NOTICE = 'notice'
export const BROADCAST = 'broadcast'

export interface WrittenText {
  title: string
  content: string
}

type Written = typeof NOTICE | typeof BROADCAST
export const isWritten = (kind: string): kind is Written => kind === NOTICE || kind === BROADCAST
const tableOf = (kind: Written) => sql.table(kind === NOTICE ? 'notices' : 'broadcasts')

/** The texts of some notices or messages of operators in a language, by their ids. */
async function textsIn(db: Database, kind: Written, { ids, lang }: { ids: string[]; lang: Lang }) {
  if (ids.length === 0) return []
  const [title, content] = lang === 'zh' ? ['title_zh', 'content_zh'] : ['title', 'content']
  const { rows } = await sql<WrittenText & { id: string }>`
    select id, ${sql.ref(title)} as title, ${sql.ref(content)} as content
    from ${tableOf(kind)} where id in (${sql.join(ids)})`.execute(db)
  return rows.map(({ id, ...text }) => [`${kind}/${id}`, text] as const)
}

/** What operators wrote for rows of a box, by the row's kind and the id of its text. */
export async function writtenTexts(
  db: Database,
  rows: readonly { kind: string; textId: string }[],
  lang: Lang,
): Promise<(kind: string, id: string) => WrittenText | undefined> {
  const idsOf = (kind: Written) => [...new Set(rows.filter((row) => row.kind === kind).map(({ textId }) => textId))]
  const found = await Promise.all(
    [NOTICE, BROADCAST].filter(isWritten).map((kind) => textsIn(db, kind, { ids: idsOf(kind), lang })),
  )
  const texts = new Map<string, WrittenText>(found.flat())
  return (kind, id) => texts.get(`${kind}/${id}`)
}

/** What operators wrote, in both languages as values of a letter, by the ids of the texts. */
export async function writtenInBoth(
  db: Database,
  kind: typeof NOTICE | typeof BROADCAST,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Record<string, string>>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<{ id: string; title: string; titleZh: string; text: string; textZh: string }>`
    select id, title, title_zh as "titleZh", content as text, content_zh as "textZh"
    from ${tableOf(kind)} where id in (${sql.join([...new Set(ids)])})`.execute(db)
  return new Map(rows.map(({ id, ...texts }) => [id, texts]))
}
