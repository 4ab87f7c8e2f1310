// @vitest-environment happy-dom
import { beforeEach, expect, test } from 'vitest'
import { type Column, DataList } from '#app/core/lists/data-list.tsx'
import { render } from '../../../ui/render.ts'

beforeEach(() => {
  window.innerWidth = 390
})

interface Row {
  id: string
  mined: string
}

const rows: Row[] = [{ id: 'one', mined: '1' }]

const text = (key: string, rest: Partial<Column<Row>> = {}): Column<Row> => ({
  key,
  header: `head ${key}`,
  cell: ({ id }) => `${key} of ${id}`,
  ...rest,
})

const heads: Column<Row>[] = [text('day', { role: 'title' }), text('amount', { role: 'value', align: 'end' })]

/** Draws the rows as a phone shows them, and says which texts each of a row's lists of facts holds. */
async function factsOf(columns: Column<Row>[]): Promise<(string | null)[]> {
  await render(<DataList name="test" caption="Rows" columns={columns} rows={rows} rowKey={({ id }) => id} />)
  return [...document.querySelectorAll('li dl')].map(({ textContent }) => textContent)
}

test('shows a single named fact in the line of the plain ones', async () => {
  expect(await factsOf([...heads, text('coin', { role: 'plain' }), text('units')])).toEqual([
    'head coincoin of onehead unitsunits of one',
  ])
})

test('shows several named facts in columns of their own, below the plain ones', async () => {
  expect(await factsOf([...heads, text('coin', { role: 'plain' }), text('left'), text('back')])).toEqual([
    'head coincoin of one',
    'head leftleft of onehead backback of one',
  ])
  expect(document.querySelector('li dl:last-of-type')?.className).toContain('auto-fit')
})

test('shows the status and the action in the last line, whatever stands above', async () => {
  await factsOf([
    text('open', { role: 'action' }),
    ...heads,
    text('state', { role: 'status' }),
    text('coin', { role: 'plain' }),
  ])
  expect(document.querySelector('li')?.textContent).toBe(
    'day of onehead amount amount of onehead coincoin of onehead state: state of oneopen of one',
  )
})

test('shows no empty line where a row has neither facts nor a status', async () => {
  expect(await factsOf(heads)).toEqual([])
  const line = document.querySelector('li > :last-child')
  expect(line?.className).toContain('empty:hidden')
  expect(line?.childNodes).toHaveLength(0)
})
