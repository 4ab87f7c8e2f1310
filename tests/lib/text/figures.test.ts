import { expect, test } from 'vitest'
import { fillFigures, typedFigures } from '#lib/text/figures.ts'

test.each([
  ['devices.codeLife', '60 seconds', '60 秒'],
  ['devices.offlineAfter', '90 seconds', '90 秒'],
  ['devices.noWorkAfter', '12 minutes', '12 分钟'],
  ['devices.hotFrom', '90 °C', '90 °C'],
  ['devices.hotAfter', '15 minutes', '15 分钟'],
  ['accounts.session', '15 days', '15 天'],
  ['earnings.freeze', '24 hours', '24 小时'],
  ['earnings.settlementStarts', '04:00', '04:00'],
  ['withdrawals.aleo.small', '0.3 ALEO', '0.3 ALEO'],
  ['withdrawals.smallEvery', '30 days', '30 天'],
  ['points.share', '10%', '10%'],
  ['points.invitation', '1,000', '1,000'],
  ['calls.body', '64 KiB', '64 KiB'],
] as const)('shows %s as %s and %s', (name, en, zh) => {
  expect(fillFigures(`{{${name}}}`, 'en')).toBe(en)
  expect(fillFigures(`{{${name}}}`, 'zh')).toBe(zh)
})

test('leaves the digits of a name unchanged', () => {
  expect(fillFigures('{{=Windows 10}} or later', 'en')).toBe('Windows 10 or later')
})

test('reports an unknown figure', () => {
  expect(() => fillFigures('after {{devices.life}}', 'en')).toThrow('there is no figure {{devices.life}}')
})

test.each([
  ['within 60 s', ['line 1: 60']],
  ['a 24h freeze', ['line 1: 24h']],
  ['共 1,000 积分。', ['line 1: 1,000']],
  ['at 04:00 UTC', ['line 1: 04:00']],
  ['---\ntitle: The 3 steps\norder: 2\n---\nText', ['line 2: 3']],
  ['SM2, MD5 and Lv.1, BEP20', []],
  ['1. First\n2. Second', []],
  ['run `--threads 4`\n```\n60 s\n```', []],
  ['[here](/docs/2/) {{devices.codeLife}} {{=Windows 10}}', []],
])('finds typed figures in %j', (text, typed) => {
  expect(typedFigures(text).map(({ line, digits }) => `line ${line}: ${digits}`)).toEqual(typed)
})
