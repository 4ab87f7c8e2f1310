import { userInfo } from '#lib/contract/accounts.ts'
import { $session, updateUser } from '#lib/session/session.ts'
import { call } from '../core/calls/call.ts'

/** Loads the signed-in user if only the token could be stored. Without an answer the name stays empty. */
export async function loadMissingUser(): Promise<void> {
  const session = $session.get()
  if (!session || session.user) return
  const user = await call(userInfo, {}).catch(() => undefined)
  if (user) updateUser(user)
}
