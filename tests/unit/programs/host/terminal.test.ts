import { expect, test } from 'vitest'
import { createResizer, type TerminalSize } from '#service/programs/host/terminal.ts'

test('a window that is dragged sets its first size and its last one, one after the other', async () => {
  const set: number[] = []
  const pending: (() => void)[] = []
  const resize = createResizer((_pid, { rows }: TerminalSize) => {
    set.push(rows)
    return new Promise((resolve) => pending.push(resolve))
  })
  const first = resize(1, { rows: 10, columns: 80 })
  for (const rows of [11, 12, 13]) void resize(1, { rows, columns: 80 })
  expect(set).toEqual([10])
  pending.shift()?.()
  await expect.poll(() => set).toEqual([10, 13])
  pending.shift()?.()
  await first
  const later = resize(1, { rows: 14, columns: 80 })
  expect(set).toEqual([10, 13, 14])
  pending.shift()?.()
  await later
})
