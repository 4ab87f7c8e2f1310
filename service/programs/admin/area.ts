import type { Act, View, ViewPart } from '#service/platform/operator/act.ts'
import { optionOf, type RawInput } from '#service/platform/operator/input.ts'
import { actForm, isAllowed, showAct } from './act-forms.ts'
import type { AreaKey } from './area-keys.ts'
import { type Html, html, type Part } from './html.ts'
import { addressOf, choiceField, facts, htmlTable, link, neighbours, sliceIn } from './parts.ts'
import type { ActPlace, Place } from './places.ts'
import type { Page, Visit } from './visit.ts'

type Acts = Readonly<Record<string, Act>>

/** A list of the operator's program with its acts, as pages that are made from their definitions. */
export interface Area {
  key: AreaKey
  list: Act
  /** Values of the list that the page does not ask for. */
  fixed?: RawInput
  /** The columns whose cells are words of the program. */
  words?: readonly number[]
  /** Fields of the acts of a row, each with the column that has its value. A row has a page of its own where there are any. */
  subject?: Readonly<Record<string, number>>
  /** The column that links to the page of its row; the first that a subject names by default. */
  linkColumn?: number
  /** Shows more of a row. */
  one?: Act
  /** The page of a row is found by that alone, as the list has but a part of the rows. */
  isFound?: true
  /** The areas of the ids in the first columns of what it shows, by the title of a part. */
  links?: Readonly<Record<string, AreaKey>>
  rowActs?: Acts
  /** Acts that need no row. */
  acts?: Acts
  /** The field of such an act that a row fills in, from its first column. */
  prefill?: string
  /** Asks nodes or providers, which have limits. */
  isCostly?: boolean
}

const SLICE = ['after', 'before', 'limit']
const MAX_ROWS = '200'
/** Stands between the values of a row that takes several; no id has it. */
const BETWEEN = '~'
const KEYS: Readonly<Record<string, 'a' | 'r'>> = { accept: 'a', approve: 'a', refuse: 'r' }

const filtersOf = (list: Act, fixed: RawInput): string[] =>
  Object.keys(list.fields).filter((name) => !SLICE.includes(name) && !Object.hasOwn(fixed, optionOf(name)))

/** The values of the list that the address gives. */
function inputOf({ query }: Visit, { list, fixed = {} }: Area): RawInput {
  const chosen = filtersOf(list, fixed).map((name) => {
    const option = optionOf(name)
    const value = list.fields[name]?.kind === 'flag' ? query.has(option) || undefined : query.get(option)?.trim()
    return [option, value || undefined] as const
  })
  return { ...fixed, ...Object.fromEntries(chosen), ...(Object.hasOwn(list.fields, 'limit') && { limit: MAX_ROWS }) }
}

const hasSlices = ({ fields }: Act): boolean => Object.hasOwn(fields, 'after')

async function listView(visit: Visit, area: Area) {
  if (area.isCostly) await visit.ctx.limits.spend('adminLook', visit.context.operator)
  return showAct(visit, area.list, { ...inputOf(visit, area), ...(hasSlices(area.list) && sliceIn(visit)) })
}

const idOf = (subject: Readonly<Record<string, number>>, row: readonly string[]): string =>
  Object.values(subject)
    .map((column) => row[column] ?? '')
    .join(BETWEEN)

/** The fields that the address of a row gives. */
function subjectOf(subject: Readonly<Record<string, number>>, id: string): Record<string, string> {
  const names = Object.keys(subject)
  const parts = id.split(BETWEEN)
  const values = [...parts.slice(0, names.length - 1), parts.slice(names.length - 1).join(BETWEEN)]
  return Object.fromEntries(names.map((name, index) => [optionOf(name), values[index] ?? '']))
}

async function listPage(visit: Visit, area: Area): Promise<Page> {
  const { key, list, fixed = {}, words = [], subject, prefill, acts = {} } = area
  const filters = filtersOf(list, fixed)
  const input = inputOf(visit, area)
  const isReady = filters.every((name) => !list.fields[name]?.isRequired || input[optionOf(name)] !== undefined)
  const view = isReady ? await listView(visit, area) : undefined
  const choices = Object.fromEntries([...visit.query].filter(([name]) => filters.map(optionOf).includes(name)))
  const to = (row: readonly string[]): string | undefined => {
    if (subject) return addressOf(key, idOf(subject, row))
    return prefill === undefined ? undefined : `/${key}?${new URLSearchParams({ [prefill]: row[0] ?? '' })}#acts`
  }
  const linkColumn = area.linkColumn ?? Object.values(subject ?? {})[0] ?? 0
  const name = visit.t(`areas.${key}`)
  return {
    title: name,
    body: html`${filters.length > 0 && filterForm(visit, area, filters)}
${
  view &&
  html`${htmlTable(visit, view.table, {
    name,
    empty: visit.say(view.table.empty),
    words,
    first: (text, row) => {
      const address = to(row)
      return address === undefined ? text : link(address, text)
    },
    linkColumn,
  })}${footOf(visit, view)}
${neighbours(visit, { to: `/${key}`, keys: view.keys, choices })}`
}
<div id="acts">${Object.entries(acts).map(([actName, act]) => actSection(visit, { actName, act, to: addressOf(key, actName), except: [], prefill }))}</div>`,
  }
}

function filterForm(visit: Visit, { key, list }: Area, names: readonly string[]): Html {
  const fields = names.map((name) => {
    const [field, option] = [list.fields[name], optionOf(name)]
    const label = visit.say(field?.label ?? name)
    const value = visit.query.get(option) ?? ''
    if (field?.kind === 'flag')
      return html`<label class="check"><input type="checkbox" name="${option}" value="1"${visit.query.has(option) && html` checked`}>${label}</label>`
    return field?.choices
      ? choiceField(visit, { name: option, label, value, choices: field.choices, isRequired: false })
      : html`<label>${label}<input name="${option}" value="${value}" maxlength="${field?.maxLength ?? 320}"></label>`
  })
  return html`<form method="get" action="/operate/${key}" class="filter">${fields}<button>${visit.t('lists.show')}</button></form>`
}

interface SectionParts {
  actName: string
  act: Act
  to: string
  /** Fields that the address gives. */
  except: readonly string[]
  prefill?: string | undefined
}

/** The form of an act, folded where it asks for something. */
export function actSection(visit: Visit, { actName, act, to, except, prefill }: SectionParts): Html {
  if (!isAllowed(visit, act)) return html``
  const asked = Object.keys(act.fields).filter((name) => !except.includes(name))
  const filled = prefill === undefined ? null : visit.query.get(prefill)
  const key = KEYS[actName]
  const shown = actForm(visit, act, {
    to,
    except,
    ...(key && { key }),
    ...(prefill !== undefined && filled !== null && { values: { [prefill]: filled } }),
  })
  if (asked.length === 0) return html`<section>${shown}</section>`
  const isOpen = visit.path === to || filled !== null
  return html`<section><details${isOpen && html` open`}><summary>${visit.say(act.button ?? act.name)}</summary>${shown}</details></section>`
}

async function rowPage(visit: Visit, area: Area, id: string): Promise<Page | undefined> {
  const { key, subject, one, rowActs = {}, words = [] } = area
  if (!subject) return undefined
  const { table } = area.isFound ? { table: undefined } : await listView(visit, area)
  const row = table?.rows.find((cells) => idOf(subject, cells) === id)
  const more = one && (await showAct(visit, one, subjectOf(subject, id)))
  if (!row && !more) return undefined
  const cell = (index: number): Part => (words.includes(index) ? visit.say(row?.[index] ?? '') : row?.[index])
  const except = Object.keys(subject)
  return {
    title: visit.t('lists.one', {
      area: visit.t(`areas.${key}`),
      id: Object.values(subjectOf(subject, id)).join(', '),
    }),
    body: html`${row && table && html`<section>${facts(table.columns.map(({ title }, index) => [visit.say(title), cell(index)] as const))}</section>`}
${more && viewBody(visit, more, area.links)}
${Object.entries(rowActs).map(([actName, act]) => actSection(visit, { actName, act, to: addressOf(key, id, actName), except }))}
<p>${link(`/${key}`, visit.t('lists.back', { area: visit.t(`areas.${key}`) }))}</p>`,
  }
}

const footOf = (visit: Visit, { table }: Pick<View, 'table'>): Part =>
  table.rows.length > 0 && table.foot !== undefined && html`<p class="quiet words">${visit.say(table.foot)}</p>`

/** A view as a table with what is said under it. */
export const viewBody = (
  visit: Visit,
  { table, parts = [] }: Pick<View, 'table' | 'parts'>,
  links: Readonly<Record<string, string>> = {},
): Html =>
  html`${htmlTable(visit, table, { name: visit.t('lists.details'), empty: visit.say(table.empty), words: [0] })}${footOf(visit, { table })}${parts.map((part) => partOf(visit, part, links))}`

/** The ids in the first column lead on, where an area has pages of them. */
const partOf = (visit: Visit, { title, table }: ViewPart, links: Readonly<Record<string, string>>): Html => {
  const area = links[title]
  const name = visit.say(title)
  const empty = visit.say(table.empty)
  const first = area === undefined ? undefined : (id: string) => link(addressOf(area, id), id)
  return html`<section><h2>${name}</h2>${htmlTable(visit, table, { name, empty, ...(first && { first }) })}</section>`
}

/** The pages of an area: its list, and the page of each row. */
export function areaPlaces(area: Area): Readonly<Record<string, Place>> {
  const { key, list, one, subject, rowActs, acts } = area
  const listActs: ActPlace | undefined = acts && {
    acts,
    to: () => `/${key}`,
    page: (visit) => listPage(visit, area),
  }
  const forRow: ActPlace | undefined = rowActs &&
    subject && {
      acts: rowActs,
      subject: (id) => subjectOf(subject, id),
      to: (id) => (area.isFound ? addressOf(key, id) : `/${key}`),
      page: (visit, id) => rowPage(visit, area, id),
    }
  return {
    [`/${key}`]: { page: (visit) => listPage(visit, area), shows: [list] },
    [`/${key}/:`]: {
      ...(subject && { page: (visit: Visit, id: string) => rowPage(visit, area, id) }),
      ...(listActs && { acts: listActs }),
      ...(one && { shows: [one] }),
    },
    ...(forRow && { [`/${key}/:/:`]: { acts: forRow } }),
  }
}
