import { expect, test } from 'vitest'
import { letterValues } from '#service/messaging/mail/letter-values.ts'
import { renderText } from '#service/messaging/mail/letters.ts'
import { message } from '#service/platform/http/messages.ts'
import { refusalValues } from '#service/platform/http/refusal-values.ts'
import { interpolate } from '#service/platform/interpolate.ts'
import en from '../../../public/locales/en/mail.json' with { type: 'json' }
import refusalsEn from '../../../public/locales/en/refusals.json' with { type: 'json' }
import zh from '../../../public/locales/zh/mail.json' with { type: 'json' }
import refusalsZh from '../../../public/locales/zh/refusals.json' with { type: 'json' }

test('sums of USDT are money, counts have separators, and names stay as they are', () => {
  expect(message('en', 'AMOUNT_OUT_OF_RANGE', { least: '1', most: '100000' })).toBe(
    'Enter an amount from 1.00 USDT to 100,000.00 USDT.',
  )
  expect(message('zh', 'PRICE_CHANGED', { amount: '1888.5' })).toContain('1,888.50 USDT')
  expect(message('en', 'TOO_MANY_WALLETS', { most: 1000 })).toContain('1,000 wallets')
  expect(message('en', 'BELOW_MINIMUM', { minimum: '0.3', currencyCode: 'ALEO' })).toContain('0.3 ALEO')
  expect(message('en', 'WALLET_EXISTS', { addressName: '1000' })).toContain('“1000”')
})

test('a letter shows a sum in full', () => {
  const values = { credited: '12.345678', order: 'CM1' }
  expect(renderText('en', 'orderCredited', values).subject).toBe(
    '12.345678 USDT from order CM1 was added to your balance',
  )
  const paid = { amount: '240', coin: 'ALEO', days: '30', hashrate: '1 TH/s', order: 'CM1', starts: '2026', title: 'A' }
  expect(renderText('zh', 'orderPaidByBalance', paid).text).toContain('您已用余额支付 240.00 USDT。')
})

const namesIn = (text: string) => [...new Set([...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name))].sort()

test('the tables of values are those of the texts, in both languages', () => {
  for (const { letters } of [en, zh])
    for (const [kind, { subject, text }] of Object.entries(letters)) {
      const named = namesIn(subject + text).filter((name) => name !== 'support')
      expect({ [kind]: named }).toEqual({ [kind]: [...letterValues[kind as keyof typeof letterValues]].sort() })
    }
  // Their values are given where the answer is written, not by a refusal (service/platform/http/reply.ts).
  const answers = ['INVALID_INPUT', 'AMOUNT_AMBIGUOUS', 'TOO_MANY', 'FACTOR_GUESSED']
  const known: Record<string, readonly string[]> = refusalValues
  for (const refusals of [refusalsEn, refusalsZh])
    for (const [reason, sentence] of Object.entries(refusals))
      if (!answers.includes(reason))
        expect({ [reason]: namesIn(sentence) }).toEqual({ [reason]: [...(known[reason] ?? [])].sort() })
})

test('the support address is filled in wherever a text names it', () => {
  for (const lang of ['en', 'zh'] as const)
    for (const kind of Object.keys(letterValues) as (keyof typeof letterValues)[]) {
      const { subject, text } = renderText(
        lang,
        kind,
        Object.fromEntries(letterValues[kind].map((name) => [name, '1'])),
      )
      expect(subject + text).not.toMatch(/\{\{|\}\}|undefined|null/)
    }
})

test('a sentence that lacks a value is left out, with a warning', () => {
  const warnings: string[] = []
  const warn = process.emitWarning
  process.emitWarning = ((text: string) => void warnings.push(text)) as typeof process.emitWarning
  try {
    const text = 'A recovery code was used. If it was not you, write to {{support}}.\n\nThis letter is automatic.'
    const shown = 'A recovery code was used. \n\nThis letter is automatic.'
    for (const missing of [undefined, null, '']) expect(interpolate(text, () => missing)).toBe(shown)
    expect(interpolate('如非本人操作，请联系 {{support}}。请妥善保管。', () => undefined)).toBe('请妥善保管。')
    expect(interpolate('Tries left: {{triesLeft}}', () => undefined)).toBe('Tries left: –')
    expect(interpolate('Tries left: {{triesLeft}}', () => 0)).toBe('Tries left: 0')
    expect(warnings).toHaveLength(5)
  } finally {
    process.emitWarning = warn
  }
})

test('isolates names that would change the direction of the sentence', () => {
  expect(interpolate('{{name}} is offline.', () => 'מחשב 1')).toBe('\u2068מחשב 1\u2069 is offline.')
  expect(interpolate('{{name}} is offline.', () => 'Office')).toBe('Office is offline.')
})
