import { expect, test } from 'vitest'
import { openDatabase } from '#service/db/open.ts'
import { createUser } from '#service/features/accounts/signing.ts'
import { openSession } from '#service/http/sessions.ts'
import { hashToken } from '#service/ids.ts'
import { createDatabase } from '#world/postgres.ts'

test('keeps ten sessions of an account, the newest one in any case', async () => {
  const database = await createDatabase()
  const { db, close } = await openDatabase(database.url, () => undefined)
  const now = Date.UTC(2026, 10, 20)
  const about = { username: 'ada@example.org', name: 'Ada', passwordHash: '', inviterId: null, now }
  const user = await createUser(db, about)
  for (let opened = 1; opened <= 25; opened += 1) {
    // All in one millisecond: their order of birth can't be told from the rows.
    const token = await openSession(db, now, user.id, { name: 'Firefox', hash: 'x' })
    const live = await db.selectFrom('sessions').select('token_hash').where('ended_at', 'is', null).execute()
    expect(live).toHaveLength(Math.min(10, opened))
    expect(live.map((row) => row.token_hash)).toContain(hashToken(token))
  }
  await close()
  await database.drop()
})
