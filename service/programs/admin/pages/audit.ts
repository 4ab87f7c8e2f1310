import { audit } from '../../operate/audit.ts'
import { showAct } from '../act-forms.ts'
import { htmlTable } from '../parts.ts'
import type { Page, Visit } from '../visit.ts'

export async function auditPage(visit: Visit): Promise<Page> {
  const { table } = await showAct(visit, audit.acts[0], { limit: '100' })
  return { title: 'Audit', body: htmlTable(table, { name: 'What operators did, newest first', empty: table.empty }) }
}
