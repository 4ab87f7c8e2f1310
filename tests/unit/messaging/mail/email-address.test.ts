import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isEmail, typedEmail } from '#lib/rules/emails.ts'
import { maskAccount, maskEmail } from '#lib/text/mask-email.ts'
import { maskedEmail, readableEmail, toEmailAddress } from '#service/messaging/mail/email-address.ts'

describe('an address has one form', () => {
  test.each([
    ['ada@example.org', 'ada@example.org'],
    [' Ada@Example.ORG ', 'ada@example.org'],
    ["o'brien@example.ie", "o'brien@example.ie"],
    ['r&d@example.com', 'r&d@example.com'],
    ['dept/team@example.com', 'dept/team@example.com'],
    ["!#$%&'*+-/=?^_`{|}~@example.com", "!#$%&'*+-/=?^_`{|}~@example.com"],
    ['first.last+tag@sub.example.co.uk', 'first.last+tag@sub.example.co.uk'],
    ['info@münchen.de', 'info@xn--mnchen-3ya.de'],
    ['info@xn--mnchen-3ya.de', 'info@xn--mnchen-3ya.de'],
    ['INFO@MÜNCHEN.DE', 'info@xn--mnchen-3ya.de'],
    ['info@mu\u0308nchen.de', 'info@xn--mnchen-3ya.de'],
    ['info@straße.de', 'info@xn--strae-oqa.de'],
    ['用户@例子.广告', '用户@xn--fsqu00a.xn--4rr70v'],
    ['用户＠例子。广告', '用户@xn--fsqu00a.xn--4rr70v'],
    ['ａｄａ＠ｅｘａｍｐｌｅ．ｏｒｇ', 'ada@example.org'],
    ['JOSÉ@example.es', 'josé@example.es'],
    ['jose\u0301@example.es', 'josé@example.es'],
    ['почта@пример.рф', 'почта@xn--e1afmkfd.xn--p1ai'],
    ['fox@🦊.ws', 'fox@xn--9s9h.ws'],
    ['a@soft\u00adhyphen.de', 'a@softhyphen.de'],
    ['\u202aada@example.org\u202c', 'ada@example.org'],
    ['a\u200bda@exam\u200dple.org\ufeff', 'ada@example.org'],
    ['\u2066 ada@example.org \u2069', 'ada@example.org'],
  ])('%j is %s', (typed, address) => expect(toEmailAddress(typed)).toBe(address))

  test.each([
    ...[
      '',
      'ada',
      '@example.org',
      'ada@',
      'ada@example',
      'a@b@example.org',
      'ada@example..org',
      'ada@.example.org',
      'ada@example.org.',
    ],
    ...[
      '.ada@example.org',
      'ada.@example.org',
      'a..da@example.org',
      '"ada"@example.org',
      'ada(x)@example.org',
      '<ada@example.org>',
    ],
    ...[
      'ada@[127.0.0.1]',
      'ada@127.0.0.1',
      'ada@0x7f.1',
      'ada@1.2',
      'ada@-a.de',
      'ada@a-.de',
      'ada@a_b.de',
      'ada@ex%61mple.org',
      'ada@a/b.de',
    ],
    ...[
      'ada@example.org:25',
      'ada@example.org?x',
      'ada@xn--a.de',
      'ada@xn--xn--a.de',
      'a b@example.org',
      'a,b@example.org',
      'a;b@example.org',
    ],
    ...['a\u0000@example.org', 'a\r\nb@example.org', 'a\ud800@example.org'],
    ...[
      `${'x'.repeat(65)}@example.org`,
      `${'用'.repeat(22)}@example.org`,
      `a@${'x'.repeat(64)}.org`,
      `a@${'abcdefg.'.repeat(32)}org`,
    ],
  ])('%j is invalid', (typed) => expect(toEmailAddress(typed)).toBeUndefined())

  test('which is canonical itself, is accepted by the pages, and can be read back', () => {
    const local = fc.stringMatching(/^[a-z0-9!#$%&'*+/=?^_`{|}~-]{1,20}$/)
    const label = fc.stringMatching(/^[a-z0-9äöüßé例子почта]{1,12}$/)
    fc.assert(
      fc.property(local, label, (name, domain) => {
        const typed = `${name}@${domain}.example`
        const address = toEmailAddress(typed)
        if (address === undefined) return
        expect(address).toMatch(/^[\x21-\x7e]+$/)
        expect(isEmail(typedEmail(typed))).toBe(true)
        expect(toEmailAddress(address)).toBe(address)
        expect(toEmailAddress(readableEmail(address))).toBe(address)
        expect(toEmailAddress(typed.toUpperCase().replaceAll('ẞ', 'ß').replaceAll('SS', 'ss'))).toBeDefined()
      }),
    )
  })
})

describe('is shown', () => {
  test.each([
    ['info@xn--mnchen-3ya.de', 'info@münchen.de'],
    ['ada@example.org', 'ada@example.org'],
    ['u@closed.invalid', 'u@closed.invalid'],
  ])('%s as %s', (address, shown) => expect(readableEmail(address)).toBe(shown))

  test.each([
    ['info12@xn--mnchen-3ya.de', 'in****12@münchen.de'],
    ['用户@xn--fsqu00a.xn--4rr70v', '用***@例子.广告'],
  ])('%s to others as %s', (address, shown) => expect(maskedEmail(address)).toBe(shown))

  test.each([
    ['🦊🦊🦊🦊🦊@x.org', '🦊🦊****🦊🦊@x.org'],
    ['नमस्तेजी@x.org', 'नम****तेजी@x.org'],
    ['กำลังใจดี@x.org', undefined],
    ["o'brien@x.ie", "o'****en@x.ie"],
    ['a&b@x.org', 'a&b@x.org'],
  ])('%s masked as %s, with no half of a character', (email, masked) => {
    const shown = maskEmail(email)
    if (masked !== undefined) expect(shown).toBe(masked)
    for (const part of shown.split('****')) expect(part).not.toMatch(/^\p{M}|[\ud800-\udbff]$/u)
  })

  test('a short one keeps its first character with its marks', () => {
    expect(maskAccount('\u0915\u094b@x.org')).toBe('\u0915\u094b***@x.org')
  })
})
