import { $info, Programme } from '../ambassadors/index.ts'
import { useHasLoaded } from '../core/calls/load-state.tsx'
import { Parts } from '../core/calls/part.tsx'
import { Counts } from './counts.tsx'
import { Invite } from './invite.tsx'
import { Invitations } from './list.tsx'
import { Referrer } from './referrer.tsx'
import { Statistics } from './statistics.tsx'
import { $share } from './store.ts'

/** The user's invitees, their progress and rewards; and the ambassador programme. */
export function InvitationScreen() {
  const hasShare = useHasLoaded($share)
  const hasProgramme = useHasLoaded($info)
  return (
    <Parts className="xl:grid-cols-12">
      <Invite />
      {hasShare && <Counts />}
      {hasShare && <Programme />}
      {hasShare && hasProgramme && (
        <>
          <Invitations />
          <Statistics />
          <Referrer />
        </>
      )}
    </Parts>
  )
}
