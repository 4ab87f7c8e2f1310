import { expect, test } from 'vitest'
import { letterPages } from '#service/messaging/mail/letter-pages.ts'
import { type LetterKind, letterValues } from '#service/messaging/mail/letter-values.ts'
import { writeLetter } from '#service/messaging/mail/letters.ts'
import type { Context } from '#service/platform/context.ts'
import en from '../../../../public/locales/en/mail.json' with { type: 'json' }

const ctx = { config: { origin: 'https://site.test' } } as Pick<Context, 'config'>
const kinds = Object.keys(letterValues) as LetterKind[]
const letterOf = (kind: LetterKind, lang: 'en' | 'zh' = 'en', values: Record<string, string> = {}) => {
  const given = { ...Object.fromEntries(letterValues[kind].map((name) => [name, '1'])), ...values }
  return writeLetter(ctx, { to: 'a@example.test', lang, kind }, given as never).text
}

test.each([
  ['password', /set a new (?:one|password)/i, 'https://site.test/password/'],
  ['account', /under Account/, 'https://site.test/user/account'],
  ['withdrawals', /cancel (?:it|pending withdrawals)/, 'https://site.test/user/earnings/withdrawals'],
] as const)('every letter that asks to open the page %s links to it', (name, words, address) => {
  // Letters from before an account is named, and codes typed where they were asked for.
  const asking = kinds.filter(
    (kind) => words.test(en.letters[kind].text) && !['reset', 'alreadyRegistered', 'factorLossStopped'].includes(kind),
  )
  expect(asking.length).toBeGreaterThan(1)
  for (const kind of asking) {
    expect({ [kind]: letterPages(kind).map((page) => page.name) }).toEqual({ [kind]: expect.arrayContaining([name]) })
    expect(letterOf(kind)).toContain(`: ${address}\n`)
  }
})

test('a Chinese letter links to the Chinese page, and the links stand before the foot', () => {
  const text = letterOf('passwordChanged', 'zh')
  expect(text.split('\n\n').at(-2)).toBe('重置登录密码：https://site.test/zh/password/')
  expect(letterOf('walletAdded').split('\n\n').at(-2)).toBe(
    'Set a new password: https://site.test/password/\nSee your withdrawals: https://site.test/user/earnings/withdrawals',
  )
})

test('a browser that does not tell its name is named in the language of the letter', () => {
  const browser = 'Unknown Web, Linux'
  expect(letterOf('newBrowser', 'zh', { browser })).toContain('未知浏览器，Linux')
  expect(letterOf('newBrowser', 'en', { browser })).toContain(': an unknown browser, Linux')
  expect(letterOf('newBrowser', 'en', { browser: 'Firefox, Linux' })).toContain(': Firefox, Linux')
})
