import { createHmac } from 'node:crypto'
import { crockfordCode } from '#lib/rules/codes.ts'
import { newSecret, uriOf } from '#service/identity/sign-in/factor-codes.ts'
import type { Database } from '#service/platform/db/open.ts'
import { box, unbox } from '#service/platform/encryption.ts'
import { newCode } from '#service/platform/ids.ts'

/** Operators who may come in at /operate: a key that the program made, and an authenticator app. */

/** 100 random bits: no number of guesses finds it, so that nobody can lock its owner out by guessing. */
const KEY_LENGTH = 20

export const isOperatorName = (name: string): boolean => /^[a-z0-9][a-z0-9._-]{0,39}$/.test(name)

const purposeOf = (name: string): string => `authenticator of operator ${name}`

export const openSecret = (pepper: string, { name, box: boxed }: { name: string; box: string }): string =>
  unbox(boxed, pepper, purposeOf(name))

/** The same for a key with or without hyphens, in small letters or capitals. */
export const hashKey = (pepper: string, name: string, key: string): string =>
  createHmac('sha256', pepper)
    .update(`operator:${name}:${crockfordCode(key)}`)
    .digest('hex')

/** Shown to an operator once. */
export interface NewCredentials {
  key: string
  secret: string
  uri: string
}

/** A new key and a new secret, with what is kept of them. */
export function newKeys(
  pepper: string,
  name: string,
): { given: NewCredentials; kept: { key_hash: string; box: string } } {
  const key = newCode(KEY_LENGTH).replace(/.{5}(?=.)/g, '$&-')
  const secret = newSecret()
  return {
    given: { key, secret, uri: uriOf(secret, `operator ${name}`) },
    kept: { key_hash: hashKey(pepper, name, key), box: box(secret, pepper, purposeOf(name)) },
  }
}

export const findOperator = (db: Database, name: string) =>
  db.selectFrom('operators').selectAll().where('name', '=', name).executeTakeFirst()

export const hasOperators = async (db: Database): Promise<boolean> =>
  (await db.selectFrom('operators').select('name').limit(1).executeTakeFirst()) !== undefined
