// @vitest-environment happy-dom
import { act, useState } from 'react'
import { expect, test } from 'vitest'
import { TabPanel, Tabs } from '#ui/tabs.tsx'
import { press, render } from './render.ts'

const tabs = ['a', 'b', 'c'].map((id) => ({ id, label: id.toUpperCase() }))

function Example() {
  const [selected, setSelected] = useState('a')
  return (
    <>
      <Tabs name="x" label="Letters" tabs={tabs} selected={selected} onSelect={setSelected} />
      <TabPanel name="x" id={selected}>
        {selected}
      </TabPanel>
    </>
  )
}

test.each([
  [['ArrowRight'], 'b'],
  [['ArrowLeft'], 'c'],
  [['End', 'ArrowRight'], 'a'],
  [['ArrowRight', 'Home'], 'a'],
  [['Enter'], 'a'],
])('moves with %j to %s', async (keys, expected) => {
  const { host } = await render(<Example />)
  const list = host.querySelector('[role=tablist]')
  for (const key of keys) if (list) await press(list, key)
  const chosen = host.querySelectorAll('[aria-selected=true]')
  expect([...chosen].map(({ id }) => id)).toEqual([`x-tab-${expected}`])
  expect(host.querySelector('[role=tabpanel]')?.getAttribute('aria-labelledby')).toBe(`x-tab-${expected}`)
  expect(host.querySelectorAll('[role=tab][tabindex="0"]')).toHaveLength(1)
})

test('moves the focus with the selection', async () => {
  const { host } = await render(<Example />)
  const list = host.querySelector('[role=tablist]')
  await act(async () => host.querySelector<HTMLElement>('[role=tab]')?.focus())
  if (list) await press(list, 'ArrowRight')
  expect(document.activeElement?.id).toBe('x-tab-b')
})
