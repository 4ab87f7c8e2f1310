import { expect, test } from 'vitest'
import { md5Digest, sendPassword } from '#lib/api/digest.ts'
import { RefusedError } from '#lib/api/errors.ts'
import { md5Hex } from '#lib/crypto/md5.ts'

const NFC = 'Qui\u00e9t-Vi\u1ec7t-7'
const NFD = NFC.normalize('NFD')
/** Part composed and part not, as some input methods write Vietnamese. */
const MIXED = 'Qui\u00e9t-Vi\u00ea\u0323t-7'

const refusal = (reason: string) => new RefusedError('4000', reason, { reason })

/** A service that knows one digest, and the digests that it was sent. */
function serviceWith(right: string | undefined, reason = 'CREDENTIALS_WRONG') {
  const sent: string[] = []
  const send = async (digest: string) => {
    sent.push(digest)
    if (digest !== right) throw refusal(reason)
    return 'in'
  }
  return { sent, send }
}

test('a password is one digest however letters and marks are composed', () => {
  expect(md5Digest(NFD)).toBe(md5Hex(NFC))
  expect(md5Digest(MIXED)).toBe(md5Hex(NFC))
  expect(md5Digest('Quiet-Harbour-7')).toBe(md5Hex('Quiet-Harbour-7'))
})

test.each(['Quiet-Harbour-7', NFC])('%j is sent once, right or wrong', async (typed) => {
  const { sent, send } = serviceWith(undefined)
  for (let tries = 1; tries < 4; tries += 1) {
    await expect(sendPassword('once', typed, send)).rejects.toMatchObject({ reason: 'CREDENTIALS_WRONG' })
    expect(sent).toHaveLength(tries)
  }
})

test.each([
  ['NFC', NFC, NFD, 1],
  ['as typed', MIXED, MIXED, 2],
  ['NFD', NFD, MIXED, 3],
])('an account made with %s is entered', async (_, stored, typed, tries) => {
  const { sent, send } = serviceWith(md5Hex(stored), 'ACCOUNT_PASSWORD_WRONG')
  expect(await sendPassword(`old ${stored}`, typed, send)).toBe('in')
  expect(sent).toHaveLength(tries)
})

test('another refusal ends the tries, and the next call goes on with the forms that are left', async () => {
  const { sent, send } = serviceWith(md5Hex(NFD))
  const onlyOnce = (digest: string) => (sent.length > 0 ? Promise.reject(refusal('CAPTCHA_NEEDED')) : send(digest))
  await expect(sendPassword('captcha', NFD, onlyOnce)).rejects.toMatchObject({ reason: 'CAPTCHA_NEEDED' })
  expect(await sendPassword('captcha', NFD, send)).toBe('in')
  expect(sent).toEqual([md5Hex(NFC), md5Hex(NFD)])
})

test('a wrong password that is typed again is tried in every form again', async () => {
  const { sent, send } = serviceWith(undefined)
  for (const count of [2, 4]) {
    await expect(sendPassword('again', NFD, send)).rejects.toMatchObject({ reason: 'CREDENTIALS_WRONG' })
    expect(sent).toHaveLength(count)
  }
})
