import { audit } from '../../operate/audit.ts'
import { showAct } from '../act-forms.ts'
import { html } from '../html.ts'
import { htmlTable, neighbours, sliceIn } from '../parts.ts'
import type { Page, Visit } from '../visit.ts'

export async function auditPage(visit: Visit): Promise<Page> {
  const view = await showAct(visit, audit.acts[0], { limit: '100', ...sliceIn(visit) })
  const { table } = view
  return {
    title: visit.t('areas.audit'),
    body: html`${htmlTable(visit, table, { name: visit.t('audit.name'), empty: visit.say(table.empty) })}
${neighbours(visit, { to: '/audit', keys: view.keys })}`,
  }
}
