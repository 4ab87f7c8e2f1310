import { isLastSignInMethod as isLast, type OwnSignInMethods } from '#lib/rules/sign-in.ts'
import type { Context } from '#service/platform/context.ts'
import type { Database } from '#service/platform/db/open.ts'
import { RefusalError } from '#service/platform/http/refusal.ts'

async function signInMethodsOf({ google }: Context, db: Database, userId: string): Promise<OwnSignInMethods> {
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

type SignInMethod = Parameters<typeof isLast>[1]

/** Whether it is what this account is entered by, and there is nothing else. */
export const isLastSignInMethod = async (ctx: Context, userId: string, taken: SignInMethod): Promise<boolean> =>
  isLast(await signInMethodsOf(ctx, ctx.db, userId), taken)

/** Under the lock of the user, since two that are removed at once would each see the other. */
export async function assertNotLastSignInMethod(
  ctx: Context,
  db: Database,
  of: { userId: string; taken: SignInMethod },
): Promise<void> {
  if (isLast(await signInMethodsOf(ctx, db, of.userId), of.taken)) throw new RefusalError('LAST_WAY_IN')
}
