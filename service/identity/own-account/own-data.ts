import { sql } from 'kysely'
import { sessionParts } from '#service/platform/http/own-data.ts'
import type { OwnData } from '#service/platform/own-data.ts'
import { passkeyParts } from '../passkeys/own-data.ts'
import { identityParts } from '../providers/own-data.ts'
import { refusalParts } from '../security/own-data.ts'
import { signInParts } from '../sign-in/own-data.ts'
import { userParts } from '../users/own-data.ts'

/** The identity area's data of a user, in the order of the export. */
export const identityOwnData: OwnData = {
  parts: {
    account: userParts.account,
    legal_acceptances: userParts.legal_acceptances,
    closing: (id) => sql`
      select asked_at, closes_at, balance as amount, 'USDT' as coin from account_closings where user_id = ${id}`,
    ...sessionParts,
    history: userParts.history,
    ...passkeyParts,
    ...signInParts,
    ...refusalParts,
    ...identityParts,
  },
}
