import { addNew, changeTerms, listPlans, resumeSale, setStock, stopSale } from '#service/market/plans/operator/plans.ts'
import { actForm, showAct } from '../act-forms.ts'
import { actSection } from '../area.ts'
import { type Html, html } from '../html.ts'
import { addressOf, facts, htmlTable, link } from '../parts.ts'
import type { ActPlace } from '../places.ts'
import type { Page, Visit } from '../visit.ts'

const AREA = '/plans'

/** The values of a row that the page needs beside the table. */
interface Listed {
  id: string
  paused: boolean
  total: number
}

export async function plansPage(visit: Visit): Promise<Page> {
  const { table } = await showAct(visit, listPlans)
  return {
    title: visit.t('areas.plans'),
    body: html`${htmlTable(visit, table, {
      name: visit.t('areas.plans'),
      empty: visit.t('plans.none'),
      words: [1, 12],
      first: (id) => link(addressOf('plans', id), id),
    })}${actSection(visit, { actName: 'add', act: addNew, to: '/plans/add', except: [] })}`,
  }
}

export async function planPage(visit: Visit, id: string): Promise<Page | undefined> {
  const { table, data } = await showAct(visit, listPlans)
  const index = (data as Listed[]).findIndex((one) => one.id === id)
  const row = table.rows[index]
  if (!row) return undefined
  const { paused, total } = (data as Listed[])[index] as Listed
  return {
    title: visit.t('plans.one', { id }),
    body: html`<section>${facts(table.columns.map(({ title }, place) => [visit.say(title), visit.say(row[place] ?? '')] as const))}</section>
<div class="columns">${sale(visit, { id, paused })}${stock(visit, { id, total })}</div>${terms(visit, id)}
<p>${link(AREA, visit.t('plans.all'))}</p>`,
  }
}

const acts = { pause: stopSale, resume: resumeSale, stock: setStock, change: changeTerms } as const
const except = ['plan'] as const
/** Orders keep these as they were sold. */
const fixed = ['type', 'coin', 'hashrate', 'days', 'units'] as const

const sale = (visit: Visit, { id, paused }: { id: string; paused: boolean }): Html => {
  const actName = paused ? 'resume' : 'pause'
  return html`<section><h2>${visit.t('plans.sale')}</h2>${actForm(visit, acts[actName], { to: addressOf('plans', id, actName), except })}</section>`
}

const stock = (visit: Visit, { id, total }: { id: string; total: number }): Html =>
  html`<section><h2>${visit.t('plans.stock')}</h2>${actForm(visit, setStock, {
    to: addressOf('plans', id, 'stock'),
    except,
    values: { units: String(total) },
  })}</section>`

const terms = (visit: Visit, id: string): Html =>
  html`<section><h2>${visit.t('plans.terms')}</h2><p class="quiet">${visit.t('plans.termsNote')}</p>${actForm(
    visit,
    changeTerms,
    {
      to: addressOf('plans', id, 'change'),
      except: [...except, ...fixed],
    },
  )}</section>`

export const planActs: ActPlace = {
  acts,
  subject: 'plan',
  to: (id) => addressOf('plans', id),
  page: planPage,
}

export const newPlanActs: ActPlace = { acts: { add: addNew }, to: () => AREA, page: plansPage }
