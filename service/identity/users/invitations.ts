import type { Database } from '#service/platform/db/open.ts'
import type { Lang } from '#service/platform/http/messages.ts'
import { newId } from '#service/platform/ids.ts'

export interface NewInvitation {
  inviteeId: string
  inviterId: string
  now: number
  /** A keyed hash of the user agent. */
  agent?: string | undefined
  lang?: Lang | undefined
}

/** Records who invited a new account, as part of its registration; it never changes. */
export async function addInvitation(
  db: Database,
  { inviteeId, inviterId, now, agent, lang }: NewInvitation,
): Promise<void> {
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

/** The invitee's first device makes a pending invitation a successful one. */
export async function linkInvitee(db: Database, inviteeId: string, now: number): Promise<void> {
  await db
    .updateTable('invitations')
    .set({ linked_at: new Date(now) })
    .where('invitee_id', '=', inviteeId)
    .where('linked_at', 'is', null)
    .execute()
}
