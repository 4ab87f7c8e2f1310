import { expect, test } from 'vitest'
import { oneLine, plainLine } from '#lib/text/plain-line.ts'

test.each([
  [
    'You have bought it for 90 days\nIt runs from 2026-11-27.',
    'You have bought it for 90 days · It runs from 2026-11-27.',
  ],
  ['Two lines.\n\n  Not three.  ', 'Two lines. Not three.'],
  ['已购买，为期 90 天\n11 月 27 日开始运行。', '已购买，为期 90 天 · 11 月 27 日开始运行。'],
  ['客户端会重启。\n设备会继续挖矿。', '客户端会重启。设备会继续挖矿。'],
  ['one', 'one'],
  ['', ''],
])('%j is %j in one line', (text, line) => expect(oneLine(text)).toBe(line))

test.each([
  [
    '# Update\n\nIt restarts:\n\n- Devices **keep** mining\n- Earnings stay',
    'Update · It restarts: Devices keep mining · Earnings stay',
  ],
  ['1. First.\n2) Second.', 'First. Second.'],
  ['See [the page](https://example.test/a), > or `wait`.', 'See the page, or wait.'],
  ['5 - 3 is 2', '5 - 3 is 2'],
])('the words of %j are %j', (source, line) => expect(plainLine(source)).toBe(line))
