import { createHmac } from 'node:crypto'
import { crockfordCode } from '#lib/rules/codes.ts'
import { newSecret, uriOf } from '#service/identity/sign-in/factor-codes.ts'
import type { Database } from '#service/platform/db/open.ts'
import { decrypt, encrypt } from '#service/platform/encryption.ts'
import { newCode } from '#service/platform/ids.ts'
import type { Role } from '#service/platform/operator/roles.ts'

/** Operators who may sign in at /operate, with a generated key and an authenticator app. */

/** 100 random bits: guessing cannot find it, so others cannot use up its owner's attempts. */
const KEY_LENGTH = 20

export const isOperatorName = (name: string): boolean => /^[a-z0-9][a-z0-9._-]{0,39}$/.test(name)

const purposeOf = (name: string): string => `authenticator of operator ${name}`

export const openSecret = (pepper: string, { name, box: boxed }: { name: string; box: string }): string =>
  decrypt(boxed, pepper, purposeOf(name))

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

/** A new key and a new secret, with the hash and the encrypted secret to store. */
export function newKeys(
  pepper: string,
  name: string,
): { credentials: NewCredentials; stored: { key_hash: string; box: string } } {
  const key = newCode(KEY_LENGTH).replace(/.{5}(?=.)/g, '$&-')
  const secret = newSecret()
  return {
    credentials: { key, secret, uri: uriOf(secret, `operator ${name}`) },
    stored: { key_hash: hashKey(pepper, name, key), box: encrypt(secret, pepper, purposeOf(name)) },
  }
}

export const findOperator = (db: Database, name: string) =>
  db.selectFrom('operators').selectAll().where('name', '=', name).executeTakeFirst()

export const hasOperators = async (db: Database): Promise<boolean> =>
  (await db.selectFrom('operators').select('name').limit(1).executeTakeFirst()) !== undefined

type StoredCredentials = ReturnType<typeof newKeys>['stored']

/** Adds an operator; says whether the name was free. */
export async function addOperator(
  db: Database,
  row: StoredCredentials & { name: string; created_at: Date },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await db
    .insertInto('operators')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows > 0n
}

/** Replaces the key and the secret of an operator and ends every session; says whether there is one of that name. */
export async function replaceKeys(db: Database, name: string, stored: StoredCredentials): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('operators')
    .set({ ...stored, last_step: 0n })
    .where('name', '=', name)
    .executeTakeFirst()
  await db.deleteFrom('operator_sessions').where('operator', '=', name).execute()
  return numUpdatedRows > 0n
}

/** Removes an operator, with every session; says whether there was one of that name. */
export async function removeOperator(db: Database, name: string): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('operators').where('name', '=', name).executeTakeFirst()
  return numDeletedRows > 0n
}

/** Gives an operator a role; says no where nobody would be admin any more. */
export async function giveRole(db: Database, name: string, role: Role): Promise<boolean> {
  const admins = await db.selectFrom('operators').select('name').where('role', '=', 'admin').forUpdate().execute()
  if (role !== 'admin' && admins.some((one) => one.name === name) && admins.length === 1) return false
  await db.updateTable('operators').set({ role }).where('name', '=', name).execute()
  return true
}
