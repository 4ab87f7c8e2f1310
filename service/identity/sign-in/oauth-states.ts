import type { Context } from '#service/platform/context.ts'
import type { Database } from '#service/platform/db/open.ts'
import { decrypt, encrypt } from '#service/platform/encryption.ts'
import { hashToken } from '#service/platform/ids.ts'
import type { Provider } from '../providers/tables.ts'

/** Time limit for the answer from another site. */
const STATE_MS = 10 * 60_000

const purposeOf = (stateHash: string): string => `oauth state ${stateHash}`

/** Saves the parameters of an OAuth request until its answer returns the state. */
export async function saveState(
  ctx: Context,
  of: { provider: Provider; userId: string | null; pending: { state: string } },
): Promise<void> {
  const state_hash = hashToken(of.pending.state)
  const encrypted = encrypt(JSON.stringify(of.pending), ctx.pepper, purposeOf(state_hash))
  const expires_at = new Date(ctx.clock.now() + STATE_MS)
  await ctx.db
    .insertInto('oauth_states')
    .values({ state_hash, provider: of.provider, user_id: of.userId, box: encrypted, expires_at })
    .execute()
}

/** Consumes the parameters of a state; undefined when there are none, they belong to somebody else, or have expired. */
export async function takeState<PendingAuthorization>(
  ctx: Context,
  of: { provider: Provider; userId: string | null; state: string },
): Promise<PendingAuthorization | undefined> {
  const stateHash = hashToken(of.state)
  const row = await ctx.db
    .deleteFrom('oauth_states')
    .where('state_hash', '=', stateHash)
    .where('provider', '=', of.provider)
    .where('user_id', of.userId === null ? 'is' : '=', of.userId)
    .where('expires_at', '>', new Date(ctx.clock.now()))
    .returning('box')
    .executeTakeFirst()
  return row && (JSON.parse(decrypt(row.box, ctx.pepper, purposeOf(stateHash))) as PendingAuthorization)
}

export async function deleteExpiredStates(db: Database, now: Date): Promise<void> {
  await db.deleteFrom('oauth_states').where('expires_at', '<', now).execute()
}
