import type { Context } from '#service/platform/context.ts'
import { RefusalError } from '#service/platform/http/refusal.ts'
import { completeSignIn, type SignedIn, type Visitor } from '../sign-in/sign-in.ts'
import { userById } from '../users/queries.ts'
import { requestOptions, verifyUsed } from './ceremony.ts'

export async function beginPasskeyLogin(ctx: Context, ip: string): Promise<Record<string, unknown>> {
  await ctx.limits.spend('codeTriesIp', ip)
  return requestOptions(ctx)
}

/** Signs in by a passkey, which identifies its user. It includes user verification, so no second factor is required. */
export async function signInByPasskey(
  ctx: Context,
  credential: Parameters<typeof verifyUsed>[2],
  visitor: Visitor,
): Promise<SignedIn> {
  await ctx.limits.spend('codeTriesIp', visitor.ip)
  const passkey = await ctx.db
    .selectFrom('passkeys')
    .selectAll()
    .where('credential_id', '=', credential.id)
    .executeTakeFirst()
  if (!passkey) throw new RefusalError('PASSKEY_WRONG')
  const { authenticationInfo } = await verifyUsed(ctx, passkey, credential)
  await ctx.db
    .updateTable('passkeys')
    .set({
      counter: BigInt(authenticationInfo.newCounter),
      synced: authenticationInfo.credentialBackedUp,
      last_used_at: new Date(ctx.clock.now()),
    })
    .where('id', '=', passkey.id)
    .execute()
  return completeSignIn(ctx, await userById(ctx.db, passkey.user_id), { visitor, method: 'passkey' })
}
