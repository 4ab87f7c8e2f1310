import type { Referral, Referrals } from '#service/identity/users/referrals.ts'
import type { Database } from '#service/platform/db/open.ts'
import { newId } from '#service/platform/ids.ts'

async function add(db: Database, { inviteeId, inviterId, now, agent, lang }: Referral): Promise<void> {
  await db
    .insertInto('invitations')
    .values({
      id: newId(),
      invitee_id: inviteeId,
      inviter_id: inviterId,
      registered_at: new Date(now),
      agent: agent ?? null,
      lang: lang ?? 'en',
    })
    .execute()
}

async function link(db: Database, inviteeId: string, now: number): Promise<void> {
  await db
    .updateTable('invitations')
    .set({ linked_at: new Date(now) })
    .where('invitee_id', '=', inviteeId)
    .where('linked_at', 'is', null)
    .execute()
}

export const referrals: Referrals = { add, link }
