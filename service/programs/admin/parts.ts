import type { View } from '#service/platform/operator/act.ts'
import { isListKey } from '#service/platform/operator/fields.ts'
import type { Table } from '#service/platform/operator/table.ts'
import { type Html, html, type Part } from './html.ts'
import { formToken } from './layout.ts'
import type { Visit } from './visit.ts'

/** A text of another author, isolated so that its writing direction does not affect its surroundings. */
const isolated = (value: Part): Part => (typeof value === 'string' && value !== '' ? html`<bdi>${value}</bdi>` : value)

/** An address below /operate. */
export const addressOf = (...parts: readonly string[]): string => `/${parts.map(encodeURIComponent).join('/')}`

export const link = (to: string, text: Part): Html => html`<a href="/operate${to}">${isolated(text)}</a>`

/** The same list in other choices. */
export const tabs = <Name extends string>(
  { t }: Visit,
  {
    to,
    name,
    all,
    chosen,
    nameOf,
  }: {
    to: string
    name: string
    all: readonly Name[]
    chosen: Name
    nameOf(one: Name): string
  },
): Html =>
  html`<nav class="tabs" aria-label="${t('lists.choices')}">${all.map(
    (one) =>
      html`<a href="/operate${to}?${name}=${one}"${one === chosen && html` aria-current="page"`}>${nameOf(one)}</a>`,
  )}</nav>`

/** The query of a page that begins or ends at the key in the address. */
export const sliceIn = ({ query }: Visit): { after?: string; before?: string } => {
  const [after, before] = [query.get('after'), query.get('before')]
  if (isListKey(before)) return { before }
  return isListKey(after) ? { after } : {}
}

/** Links to the rows before and after those of a page, with its other choices. */
export function neighbours(
  { t }: Visit,
  { to, keys, choices = {} }: Pick<View, 'keys'> & { to: string; choices?: Readonly<Record<string, string>> },
): Part {
  const address = (key: Record<string, string>) => `${to}?${new URLSearchParams({ ...choices, ...key })}`
  const { previous = null, next = null } = keys ?? {}
  if (previous === null && next === null) return undefined
  return html`<nav class="row" aria-label="${t('lists.pages')}">${previous !== null && link(address({ before: previous }), t('lists.previous'))} ${
    next !== null && link(address({ after: next }), t('lists.next'))
  }</nav>`
}

/** A table of a command as a table, which a narrow screen shows as one card for each row. */
export function htmlTable(
  { say }: Visit,
  { columns, rows }: Pick<Table, 'columns' | 'rows'>,
  {
    empty,
    name,
    first,
    linkColumn = 0,
    words = [],
  }: {
    empty: string
    name: string
    first?: (text: string, row: readonly string[]) => Part
    /** The column that is the link. */
    linkColumn?: number
    /** The columns whose cells are words of the program, which are translated. */
    words?: readonly number[]
  },
): Html {
  if (rows.length === 0) return html`<p class="empty">${empty}</p>`
  const cell = (text: string, index: number, row: readonly string[]) =>
    html`<td role="cell" data-title="${say(columns[index]?.title ?? '')}"${columns[index]?.right && html` class="right"`}>${
      index === linkColumn && first ? first(text, row) : isolated(words.includes(index) ? say(text) : text)
    }</td>`
  return html`<div class="sheet"><table role="table" aria-label="${name}">
<thead role="rowgroup"><tr role="row">${columns.map(
    ({ title, right }) => html`<th role="columnheader" scope="col"${right && html` class="right"`}>${say(title)}</th>`,
  )}</tr></thead>
<tbody role="rowgroup">${rows.map((row) => html`<tr role="row"${first && html` data-row`}>${row.map((text, index) => cell(text, index, row))}</tr>`)}</tbody>
</table></div>`
}

/** Names and values; those without a value are left out. */
export const facts = (rows: readonly (readonly [string, Part])[]): Html =>
  html`<dl>${rows
    .filter(([, value]) => value !== '' && value !== null && value !== undefined)
    .map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>`

/** A form with one button, which names the act. */
export const form = (
  visit: Visit,
  { to, button, fields, isMain, key }: { to: string; button: string; fields?: Part; isMain?: boolean; key?: 'a' | 'r' },
): Html =>
  html`<form method="post" action="/operate${to}" class="stack"${key && html` data-key="${key}"`}>${formToken(visit)}${fields}<button${
    isMain && html` class="main"`
  }>${button}</button></form>`

interface FormField {
  /** The address of its form. */
  of: string
  name: string
  label: string
  maxLength: number
  value: string
  isRequired: boolean
}

/** The typed value where a form is shown again. */
const typedIn = (visit: Visit, { of, name, value }: FormField): string =>
  (visit.path === of ? visit.fields.get(name) : undefined) ?? value

export const lineField = (visit: Visit, field: FormField): Html =>
  html`<label>${field.label}<input name="${field.name}" value="${typedIn(visit, field)}" maxlength="${field.maxLength}"${
    field.isRequired && html` required`
  }></label>`

// The first new line of a text field is the markup's, not the text's.
export const textField = (visit: Visit, field: FormField): Html =>
  html`<label>${field.label}<textarea name="${field.name}" rows="6" maxlength="${field.maxLength}"${
    field.isRequired && html` required`
  }>
${typedIn(visit, field)}</textarea></label>`

interface ChoiceParts {
  name: string
  label: string
  value: string
  choices: readonly string[]
  isRequired: boolean
}

/** A choice among few values; none is chosen by itself. */
export const choiceField = ({ say, t }: Visit, { name, label, value, choices, isRequired }: ChoiceParts): Html =>
  html`<label>${label}<select name="${name}"${isRequired && html` required`}><option value="">${t(isRequired ? 'lists.choose' : 'lists.any')}</option>${choices.map(
    (one) => html`<option value="${one}"${one === value && html` selected`}>${say(one)}</option>`,
  )}</select></label>`

export const chosenField = (visit: Visit, field: FormField & { choices: readonly string[] }): Html =>
  choiceField(visit, { ...field, value: typedIn(visit, field) })

export const checkField = (visit: Visit, { of, name, label }: FormField): Html =>
  html`<label class="check"><input type="checkbox" name="${name}" value="1"${
    visit.path === of && visit.fields.has(name) && html` checked`
  }>${label}</label>`
