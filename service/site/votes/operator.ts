import { type CommandContext, defineCommand, type View } from '#service/platform/operator/act.ts'
import { rowLimit } from '#service/platform/operator/fields.ts'
import { unhelpfulShare } from './rules.ts'

export const pageVotes = defineCommand({
  name: 'page-votes',
  summary: 'What readers answered to “Was this page helpful?”, the worst pages first',
  fields: { limit: rowLimit() },
  run: listVotes,
})

async function listVotes({ db }: CommandContext, { limit }: { limit: number }): Promise<View> {
  const rows = await db.selectFrom('page_votes').selectAll().orderBy('path').orderBy('lang').execute()
  const worstFirst = rows.sort((one, other) => unhelpfulShare(other) - unhelpfulShare(one)).slice(0, limit)
  return {
    kind: 'view',
    data: worstFirst,
    table: {
      columns: [
        { title: 'Page' },
        { title: 'Language' },
        { title: 'Yes', right: true },
        { title: 'No', right: true },
        { title: 'Helpful', right: true },
      ],
      rows: worstFirst.map(({ path, lang, yes, no }) => [
        ...[path, lang, String(yes), String(no)],
        `${Math.round((yes / (yes + no)) * 100)} %`,
      ]),
      empty: 'No answers yet. Pages ask where the site is built with PUBLIC_REPOSITORY_URL.',
      foot: 'Sorted by the share of No that is certain at 95 %, so that few answers weigh little.',
    },
  }
}
