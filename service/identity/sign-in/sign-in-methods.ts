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
    // Without Google's configuration here, the link is no sign-in method.
    hasGoogle: google !== undefined && Boolean(is_linked),
  }
}

type SignInMethod = Parameters<typeof isLast>[1]

/** Whether it is the account's last sign-in method. */
export const isLastSignInMethod = async (ctx: Context, userId: string, method: SignInMethod): Promise<boolean> =>
  isLast(await signInMethodsOf(ctx, ctx.db, userId), method)

/** Must run under the user's lock: two removals at once would each see the other method. */
export async function assertNotLastSignInMethod(
  ctx: Context,
  db: Database,
  of: { userId: string; method: SignInMethod },
): Promise<void> {
  if (isLast(await signInMethodsOf(ctx, db, of.userId), of.method)) throw new RefusalError('LAST_WAY_IN')
}
