import type { Database } from '#service/platform/db/open.ts'
import { decrypt, encrypt } from '#service/platform/encryption.ts'

interface SecretOptions {
  name: string
  pepper: string
  make(): string
}

/**
 * A secret that all nodes of a database share; the first start creates it. A secret that was encrypted with another pepper is
 * lost, as the passwords are, and is replaced.
 */
export async function sharedSecret(db: Database, { name, pepper, make }: SecretOptions): Promise<string> {
  const fresh = { box: encrypt(make(), pepper, name) }
  await db
    .insertInto('shared_secrets')
    .values({ name, ...fresh })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const known = await read(db, name)
  const opened = open(known, { name, pepper })
  if (opened !== undefined) return opened
  await db.updateTable('shared_secrets').set(fresh).where('name', '=', name).where('box', '=', known).execute()
  return decrypt(await read(db, name), pepper, name)
}

async function read(db: Database, name: string): Promise<string> {
  const row = await db.selectFrom('shared_secrets').select('box').where('name', '=', name).executeTakeFirstOrThrow()
  return row.box
}

function open(boxed: string, { name, pepper }: { name: string; pepper: string }): string | undefined {
  try {
    return decrypt(boxed, pepper, name)
  } catch {
    return undefined
  }
}
