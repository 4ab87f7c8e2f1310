import { expect, test } from 'vitest'
import { titleOf } from '#app/market/orders/titles.ts'

test.each([
  ['ready', 'success'],
  ['preparing', 'success'],
  ['running', 'running'],
  ['ended', 'ended'],
])('a paid order that is %s shows it', (runningStatus, title) =>
  expect(titleOf({ orderStatus: 'success', run: { runningStatus } } as never)).toBe(title),
)
