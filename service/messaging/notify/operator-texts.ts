import { sql } from 'kysely'
import type { Database } from '#service/platform/db/open.ts'
import type { Lang } from '#service/platform/http/messages.ts'

/** Kinds of inbox rows with an operator's text, which is stored once for all recipients. */
export const NOTICE = 'notice'
export const BROADCAST = 'broadcast'

export interface OperatorText {
  title: string
  content: string
}

type OperatorTextKind = typeof NOTICE | typeof BROADCAST
export const hasOperatorText = (kind: string): kind is OperatorTextKind => kind === NOTICE || kind === BROADCAST
const tableOf = (kind: OperatorTextKind) => sql.table(kind === NOTICE ? 'notices' : 'broadcasts')

/** The texts of notices or broadcasts in a language, by id. */
async function textsIn(db: Database, kind: OperatorTextKind, { ids, lang }: { ids: string[]; lang: Lang }) {
  if (ids.length === 0) return []
  const [title, content] = lang === 'zh' ? ['title_zh', 'content_zh'] : ['title', 'content']
  const { rows } = await sql<OperatorText & { id: string }>`
    select id, ${sql.ref(title)} as title, ${sql.ref(content)} as content
    from ${tableOf(kind)} where id in (${sql.join(ids)})`.execute(db)
  return rows.map(({ id, ...text }) => [`${kind}/${id}`, text] as const)
}

/** The operators' texts of inbox rows, by the row's kind and the id of its text. */
export async function operatorTexts(
  db: Database,
  rows: readonly { kind: string; textId: string }[],
  lang: Lang,
): Promise<(kind: string, id: string) => OperatorText | undefined> {
  const idsOf = (kind: OperatorTextKind) => [
    ...new Set(rows.filter((row) => row.kind === kind).map(({ textId }) => textId)),
  ]
  const found = await Promise.all(
    [NOTICE, BROADCAST].filter(hasOperatorText).map((kind) => textsIn(db, kind, { ids: idsOf(kind), lang })),
  )
  const texts = new Map<string, OperatorText>(found.flat())
  return (kind, id) => texts.get(`${kind}/${id}`)
}

/** The operators' texts in both languages, as values of a letter, by id. */
export async function operatorTextsInBoth(
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
