import type { Table } from '#service/platform/operator/table.ts'
import { type Html, html, type Part } from './html.ts'
import { formToken } from './layout.ts'
import type { Visit } from './visit.ts'

/** A text of somebody else's, set apart so that it turns nothing around it. */
const isolated = (value: Part): Part => (typeof value === 'string' ? html`<bdi>${value}</bdi>` : value)

/** An address below /operate. */
export const addressOf = (...parts: readonly string[]): string => `/${parts.map(encodeURIComponent).join('/')}`

export const link = (to: string, text: Part): Html => html`<a href="/operate${to}">${isolated(text)}</a>`

/** The same list in other choices. */
export const tabs = (to: string, name: string, { all, chosen }: { all: readonly string[]; chosen: string }): Html =>
  html`<nav class="row tabs" aria-label="Which ones">${all.map(
    (one) => html`<a href="/operate${to}?${name}=${one}"${one === chosen && html` aria-current="page"`}>${one}</a>`,
  )}</nav>`

/** A table of a command as a table, which a narrow screen shows as one card for each row. */
export function htmlTable(
  { columns, rows }: Table,
  { empty, name, first }: { empty: string; name: string; first?: (text: string) => Part },
): Html {
  if (rows.length === 0) return html`<p class="empty">${empty}</p>`
  const cell = (text: string, index: number) =>
    html`<td role="cell" data-title="${columns[index]?.title}"${columns[index]?.right && html` class="right"`}>${
      index === 0 && first ? first(text) : isolated(text)
    }</td>`
  return html`<table role="table" aria-label="${name}">
<thead role="rowgroup"><tr role="row">${columns.map(
    ({ title, right }) => html`<th role="columnheader" scope="col"${right && html` class="right"`}>${title}</th>`,
  )}</tr></thead>
<tbody role="rowgroup">${rows.map((row) => html`<tr role="row">${row.map(cell)}</tr>`)}</tbody>
</table>`
}

/** Names and values; those without a value are left out. */
export const facts = (rows: readonly (readonly [string, Part])[]): Html =>
  html`<dl>${rows
    .filter(([, value]) => value !== '' && value !== null && value !== undefined)
    .map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>`

/** A form for one act, whose button says what it does. */
export const form = (
  visit: Visit,
  { to, does, fields, isMain }: { to: string; does: string; fields?: Part; isMain?: boolean },
): Html =>
  html`<form method="post" action="/operate${to}" class="stack">${formToken(visit)}${fields}<button${
    isMain && html` class="main"`
  }>${does}</button></form>`

interface Field {
  /** The address of its form. */
  of: string
  name: string
  label: string
  most: number
  value?: string
  isOptional?: boolean
}

/** What was typed into a form that comes back. */
const typed = (visit: Visit, { of, name, value = '' }: Field): string =>
  (visit.path === of ? visit.fields.get(name) : undefined) ?? value

export const lineField = (visit: Visit, field: Field): Html =>
  html`<label>${field.label}<input name="${field.name}" value="${typed(visit, field)}" maxlength="${field.most}"${
    !field.isOptional && html` required`
  }></label>`

// The first new line of a text field is the markup's, not the text's.
export const textField = (visit: Visit, field: Field): Html =>
  html`<label>${field.label}<textarea name="${field.name}" rows="6" maxlength="${field.most}"${
    !field.isOptional && html` required`
  }>
${typed(visit, field)}</textarea></label>`

/** Why something is done, as the user is told it. */
export const reasonFields = (visit: Visit, of: string, isOptional = false): Html =>
  html`${lineField(visit, { of, name: 'reason', label: 'Reason, which the user is told', most: 500, isOptional })}${lineField(
    visit,
    { of, name: 'reason-zh', label: 'The same in Chinese (may be left out)', most: 500, isOptional: true },
  )}`

/** Options of a command out of fields of the same names, without those that were left empty. */
export const optionsFrom = ({ fields }: Visit, ...names: readonly string[]): Record<string, string | undefined> =>
  Object.fromEntries(names.map((name) => [name, fields.get(name)?.trim() || undefined]))
