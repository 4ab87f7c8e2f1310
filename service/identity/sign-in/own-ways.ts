import { isLastSignInMethod, type OwnSignInMethods } from '#lib/rules/sign-in.ts'
import type { Context } from '#service/platform/context.ts'
import type { Database } from '#service/platform/db/open.ts'
import { Refusal } from '#service/platform/http/refusal.ts'

async function waysOf({ google }: Context, db: Database, userId: string): Promise<OwnSignInMethods> {
  const { password_hash, passkeys, is_linked } = await db
    .selectFrom('users')
    .select((all) => [
      'password_hash',
      all
        .selectFrom('passkeys')
        .select(({ fn }) => fn.countAll<string>().as('count'))
        .where('user_id', '=', userId)
        .as('passkeys'),
      all
        .exists(
          all.selectFrom('identities').select('subject').where('user_id', '=', userId).where('provider', '=', 'google'),
        )
        .as('is_linked'),
    ])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  return {
    hasPassword: password_hash !== null,
    passkeys: Number(passkeys),
    // A link to a Google that is not set up here opens nothing.
    hasGoogle: google !== undefined && Boolean(is_linked),
  }
}

type Taken = Parameters<typeof isLastSignInMethod>[1]

/** Whether it is what this account is entered by, and there is nothing else. */
export const isLast = async (ctx: Context, userId: string, taken: Taken): Promise<boolean> =>
  isLastSignInMethod(await waysOf(ctx, ctx.db, userId), taken)

/** Under the lock of the user, since two that are removed at once would each see the other. */
export async function refuseLastWay(ctx: Context, db: Database, of: { userId: string; taken: Taken }): Promise<void> {
  if (isLastSignInMethod(await waysOf(ctx, db, of.userId), of.taken)) throw new Refusal('LAST_WAY_IN')
}
