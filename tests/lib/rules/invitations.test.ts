import { expect, test } from 'vitest'
import { inviteCodeIn, inviteCodeOf, isInviteCode } from '#lib/rules/invitations.ts'

test.each([
  ['AB12', true],
  ['abcdefgh12345678', true],
  ['AB1', false],
  ['abcdefgh123456789', false],
  ['AB12!', false],
  ['!AB12', false],
  ['AB 12', false],
  ['', false],
])('a link may carry %j as a code: %s', (code, may) => expect(isInviteCode(code)).toBe(may))

test.each([
  ['7k4x2qxa', '7K4X2QXA'],
  [' 7K4X-2QXA ', '7K4X2QXA'],
  ['https://idleforge.example/register?inviteCode=7k4x2qxa', '7K4X2QXA'],
  ['https://idleforge.example/register?a=b&INVITECODE=7K4X2QXA&c=d', '7K4X2QXA'],
  ['https://idleforge.example/register?inviteCode=7K4X2QXA#top', '7K4X2QXA'],
  ['Mine with me: https://idleforge.example/register?inviteCode=7K4X2QXA Ada', '7K4X2QXA'],
  ['ｉｎｖｉｔｅＣｏｄｅ＝７Ｋ４Ｘ２ＱＸＡ', '7K4X2QXA'],
  ['https://idleforge.example/register?invite\u200bCode=7K4X\u00ad2QXA\u2069', '7K4X2QXA'],
  ['https://idleforge.example/register?inviteCode=', ''],
])('the code in %j is %j', (text, code) => expect(inviteCodeIn(text)).toBe(code))

test.each([
  ['?inviteCode=7k4x2qxo', '7K4X2QX0'],
  ['?a=b&inviteCode=7K4X2QXA', '7K4X2QXA'],
  ['?inviteCode=%E2%80%8B7K4X2QXA%EF%BB%BF', '7K4X2QXA'],
  ['?inviteCode=7K4X/2QXA', undefined],
  ['?inviteCode=%E2%80%8B', undefined],
  ['?inviteCode=', undefined],
  ['?code=7K4X2QXA', undefined],
  ['', undefined],
])('the query %j holds the code %j', (search, code) => expect(inviteCodeOf(search)).toBe(code))
