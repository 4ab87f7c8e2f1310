import fc from 'fast-check'
import { expect, expectTypeOf, test } from 'vitest'
import { localePaths, localize, otherLocale } from '#lib/i18n/locales.ts'
import { createT, type MessageKey } from '#lib/i18n/t.ts'

const en = {
  title: 'Overview',
  devices_one: '{{count}} device',
  devices_other: '{{count}} devices',
  nested: { hello: 'Hello, {{ name }}, {{name}}' },
  days: ['Mon', 'Tue'],
}

test('finds nested keys, lists and values', () => {
  const t = createT(en, 'en')
  expect(t('title')).toBe('Overview')
  expect(t('nested.hello', { name: 'Ada $&' })).toBe('Hello, Ada $&, Ada $&')
  expect(t('days.1')).toBe('Tue')
})

test('takes the plural form of the language', () => {
  const t = createT(en, 'en')
  expect([0, 1, 2].map((count) => t('devices', { count }))).toEqual(['0 devices', '1 device', '2 devices'])
  const zh = createT({ ...en, devices_one: undefined, devices_other: '{{count}} 台设备' } as unknown as typeof en, 'zh')
  expect(zh('devices', { count: 1 })).toBe('1 台设备')
})

test('returns the key when a text is missing, and a dash for a missing value', () => {
  const t = createT<Record<string, string>>({ hello: 'Hello, {{name}}' }, 'en')
  expect(t('gone')).toBe('gone')
  expect(t('constructor')).toBe('constructor')
  expect(t('hello')).toBe('Hello, –')
})

test('isolates names that would reverse the sentence', () => {
  expect(createT(en, 'en')('nested.hello', { name: 'שלום' })).toBe('Hello, \u2068שלום\u2069, \u2068שלום\u2069')
})

test('types its keys', () => {
  expectTypeOf<MessageKey<typeof en>>().toEqualTypeOf<'title' | 'devices' | 'nested.hello' | `days.${number}`>()
  // @ts-expect-error: no such text
  expect(createT(en, 'en')('nested.bye')).toBe('nested.bye')
})

test.each([
  ['/', 'en', '/'],
  ['/', 'zh', '/zh/'],
  ['/login', 'en', '/login/'],
  ['/login/', 'zh', '/zh/login/'],
  ['/#how', 'zh', '/zh/#how'],
  ['/login?redirect=/user', 'zh', '/zh/login/?redirect=/user'],
  ['/app.apk', 'en', '/app.apk'],
] as const)('localizes %s to %s as %s', (path, locale, expected) => {
  expect(localize(path, locale)).toBe(expected)
})

test('is stable: a localized path stays itself in English', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^(\/[a-z-]{1,8}){0,3}\/?$/), (path) => {
      const once = localize(path || '/', 'en')
      expect(localize(once, 'en')).toBe(once)
      expect(once.endsWith('/')).toBe(true)
    }),
  )
})

test('builds a path for each language', () => {
  expect(localePaths().map(({ params }) => params.locale)).toEqual([undefined, 'zh'])
  expect(otherLocale(otherLocale('en'))).toBe('en')
})
