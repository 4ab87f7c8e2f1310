import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { emailVerifyCode, resetPass } from '#lib/contract/accounts.ts'
import { signIn } from '#service/identity/sign-in/sign-in.ts'
import { userById } from '#service/identity/users/queries.ts'
import { turnOnFactor } from '#world/factor.ts'
import type { User } from '#world/visitor.ts'
import { createWorld, type World } from '#world/world.ts'

/** A sign-in that was let in by the old password while the new one was being set. */

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

const visitor = { ip: '203.0.113.9', lang: 'en', userAgent: 'Mozilla/5.0 Firefox/140.0' } as const
const rowOf = (user: User) => userById(world.running.ctx.db, user.info.id)
const sessionsOf = async (user: User) => {
  const { db } = world.running.ctx
  return db
    .selectFrom('sessions')
    .select('id')
    .where('user_id', '=', user.info.id)
    .where('ended_at', 'is', null)
    .execute()
}
const ticketsOf = (user: User) =>
  world.running.ctx.db.selectFrom('factor_tickets').select('way').where('user_id', '=', user.info.id).execute()

/** The account as it was before a new password was set from its mailbox. */
async function beforeReset(user: User) {
  const before = await rowOf(user)
  await user.call(emailVerifyCode, { username: user.email, scene: 'reset' })
  const { code: verifyCode } = await world.letter(user.email)
  await world.visitor().call(resetPass, { username: user.email, verifyCode, password: 'f'.repeat(32) })
  return before
}

describe('is refused', () => {
  test('and opens no session', async () => {
    const user = await world.user()
    const before = await beforeReset(user)
    await expect(signIn(world.running.ctx, before, { visitor, method: 'password' })).rejects.toMatchObject({
      reason: 'CREDENTIALS_WRONG',
    })
    expect(await sessionsOf(user)).toEqual([])
  })

  test('and gets no ticket for the second factor', async () => {
    const user = await world.user()
    await turnOnFactor(world, user)
    // The letter that says so.
    await world.letter(user.email)
    const before = await beforeReset(user)
    await expect(signIn(world.running.ctx, before, { visitor, method: 'password' })).rejects.toMatchObject({
      reason: 'CREDENTIALS_WRONG',
    })
    expect(await ticketsOf(user)).toEqual([])
  })
})
