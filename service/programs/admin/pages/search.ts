import { listUsers } from '../../operate/users.ts'
import { showAct } from '../act-forms.ts'
import { html } from '../html.ts'
import { addressOf, htmlTable, link, neighbours, sliceIn } from '../parts.ts'
import type { Answer, Visit } from '../visit.ts'

const MAX_ROWS = 20

/** Opens the withdrawal or the report of an id; lists the accounts of any other word. */
export async function search(visit: Visit): Promise<Answer> {
  const { ctx, t } = visit
  const query = visit.query.get('q')?.trim().slice(0, 120) ?? ''
  const title = t('search.title')
  if (query === '') return { page: { title, body: html`<p class="empty">${t('search.ask')}</p>` } }
  const withdrawal = await ctx.db.selectFrom('withdrawals').select('id').where('id', '=', query).executeTakeFirst()
  if (withdrawal) return { redirect: addressOf('withdrawals', withdrawal.id) }
  const report = await ctx.db.selectFrom('reports').select('id').where('id', '=', query).executeTakeFirst()
  if (report) return { redirect: addressOf('reports', report.id) }
  const view = await showAct(visit, listUsers, { search: query, limit: String(MAX_ROWS), ...sliceIn(visit) })
  return {
    page: {
      title,
      body: html`${htmlTable(visit, view.table, {
        name: t('search.accounts'),
        empty: t('search.empty', { query }),
        first: (email, row) => link(addressOf('users', row[7] ?? ''), email),
      })}${neighbours(visit, { to: '/search', keys: view.keys, choices: { q: query } })}`,
    },
  }
}
