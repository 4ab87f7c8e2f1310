import { Programme } from '../ambassadors/index.ts'
import { Counts } from './counts.tsx'
import { Invite } from './invite.tsx'
import { Invitations } from './list.tsx'
import { Referrer } from './referrer.tsx'
import { Statistics } from './statistics.tsx'

/** Whom I have brought, how far they have come and what it brings; and the ambassador programme. */
export function InvitationScreen() {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] xl:grid-cols-12 gap-4">
      <Invite />
      <Counts />
      <Programme />
      <Invitations />
      <Statistics />
      <Referrer />
    </div>
  )
}
