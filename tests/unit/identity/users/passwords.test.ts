import { argon2Sync, createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { hashPassword, isPasswordOf } from '#service/identity/users/passwords.ts'

const DIGEST = 'AB'.repeat(16)
const PEPPER = 'a pepper'

test('passwords are hashed with argon2id at OWASP’s smallest recommended cost, with a salt of their own', async () => {
  const [stored, again] = [await hashPassword(DIGEST, PEPPER), await hashPassword(DIGEST, PEPPER)]
  expect(again).not.toBe(stored)
  const [algorithm, salt = '', tag] = stored.split('$')
  const nonce = Buffer.from(salt, 'base64url')
  expect([algorithm, nonce.length]).toEqual(['argon2id', 16])
  const message = createHmac('sha256', PEPPER).update(DIGEST.toLowerCase()).digest()
  const cost = { memory: 19 * 1024, passes: 2, parallelism: 1 }
  expect(tag).toBe(argon2Sync('argon2id', { message, nonce, tagLength: 32, ...cost }).toString('base64url'))
  expect(await isPasswordOf(stored, DIGEST.toLowerCase(), PEPPER)).toBe(true)
  expect(await isPasswordOf(stored, DIGEST, 'another pepper')).toBe(false)
})
