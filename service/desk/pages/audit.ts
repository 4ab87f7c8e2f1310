import { audit } from '../../operate/audit.ts'
import { look } from '../acting.ts'
import { table } from '../parts.ts'
import type { Page, Visit } from '../visit.ts'

export async function auditPage(visit: Visit): Promise<Page> {
  const { sheet } = await look(visit, audit, { options: { limit: '100' } })
  return { title: 'Audit', body: table(sheet, { name: 'What operators did, newest first', empty: sheet.empty }) }
}
