import { expect, test } from 'vitest'
import { accountIn } from '#lib/rules/social.ts'

test.each([
  ['https://x.com/idleforge', 'idleforge'],
  ['https://x.com/idle_forge1/', 'idle_forge1'],
  ['https://x.com/a?lang=en', 'a'],
  ['https://x.com/abcdefghijklmno', 'abcdefghijklmno'],
  ['https://x.com/abcdefghijklmnop', undefined],
  ['https://x.com/idleforge/status/1', undefined],
  ['https://x.com/i/flow/login', undefined],
  ['https://x.com/', undefined],
  ['https://x.com/idle-forge', undefined],
  ['no address', undefined],
])('the account in %s is %s', (address, name) => expect(accountIn(address)).toBe(name))
