import { sql } from 'kysely'
import type { OwnData } from '#service/platform/own-data.ts'

export const invitationsOwnData: OwnData = {
  parts: {
    invitations: (id) => sql`
      select id, registered_at, linked_at, valid_day, reward as points, paid_at, reminded_at from invitations
      where inviter_id = ${id} order by registered_at desc`,
    invitation_shares: (id) => sql`
      select day, invitation_shares.points, invitation_shares.paid_at, reversed_at, invitations.id as invitation
      from invitation_shares join invitations using (invitee_id)
      where invitation_shares.inviter_id = ${id} order by day desc`,
  },
}
