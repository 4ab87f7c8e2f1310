import { plans } from '#service/market/plans/operator/plans.ts'
import { type Act, act, look } from '../act-forms.ts'
import { type Html, html } from '../html.ts'
import { addressOf, facts, form, htmlTable, lineField, link } from '../parts.ts'
import type { Answer, Page, Visit } from '../visit.ts'

const AREA = '/plans'

/** What a page needs of a row beside its table. */
interface Listed {
  id: string
  paused: boolean
  total: number
  price: string
}

export async function plansPage(visit: Visit): Promise<Page> {
  const { table } = await look(visit, plans)
  return {
    title: 'Plans',
    body: html`${htmlTable(table, {
      name: 'Plans',
      empty: 'There is no plan: nothing is sold.',
      first: (id) => link(addressOf('plans', id), id),
    })}<p class="muted">New plans, and what else may change of one, are the program’s work: <code>plans add</code>, <code>plans change</code>.</p>`,
  }
}

export async function planPage(visit: Visit, id: string): Promise<Page | undefined> {
  const { table, data } = await look(visit, plans)
  const index = (data as Listed[]).findIndex((one) => one.id === id)
  const row = table.rows[index]
  if (!row) return undefined
  const { paused, total, price } = (data as Listed[])[index] as Listed
  return {
    title: `Plan ${id}`,
    body: html`<section>${facts(table.columns.map(({ title }, place) => [title, row[place]] as const))}</section>
<div class="columns">${sale(visit, { id, paused })}${stock(visit, { id, total })}${cost(visit, { id, price })}</div>
<p>${link(AREA, 'All plans')}</p>`,
  }
}

const sale = (visit: Visit, { id, paused }: { id: string; paused: boolean }): Html =>
  html`<section><h2>Sale</h2>${form(visit, {
    to: addressOf('plans', id, paused ? 'resume' : 'pause'),
    does: paused ? 'Sell it again' : 'Stop selling it',
  })}</section>`

function stock(visit: Visit, { id, total }: { id: string; total: number }): Html {
  const of = addressOf('plans', id, 'stock')
  const field = { of, name: 'units', label: 'Units in all, the sold ones too', most: 7, value: String(total) }
  return html`<section><h2>Stock</h2>${form(visit, { to: of, does: 'Set the stock', fields: lineField(visit, field) })}</section>`
}

function cost(visit: Visit, { id, price }: { id: string; price: string }): Html {
  const of = addressOf('plans', id, 'price')
  const field = { of, name: 'price', label: 'USDT for one unit', most: 20, value: price }
  return html`<section><h2>Price</h2>${form(visit, { to: of, does: 'Set the price', fields: lineField(visit, field) })}</section>`
}

export async function changePlan(visit: Visit, id: string, way: string): Promise<Answer | undefined> {
  const typed = (name: string) => visit.fields.get(name)?.trim() ?? ''
  const ways: Readonly<Record<string, Pick<Act, 'word' | 'options'>>> = {
    pause: { word: 'pause' },
    resume: { word: 'resume' },
    stock: { word: 'stock', options: { units: typed('units') } },
    price: { word: 'change', options: { price: typed('price') } },
  }
  const wanted = ways[way]
  if (!wanted) return undefined
  return act(visit, {
    command: plans,
    word: wanted.word ?? '',
    options: { ...wanted.options, plan: id },
    to: addressOf('plans', id),
    page: () => planPage(visit, id),
  })
}
