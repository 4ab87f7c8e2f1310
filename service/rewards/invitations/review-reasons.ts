import { sql } from 'kysely'
import { BURST_INVITEES, BURST_SECONDS, NETWORK_DAYS } from '#lib/rules/invitations.ts'
import type { Database } from '#service/platform/db/open.ts'
import type { Reason } from './tables.ts'

/**
 * Reasons to review invitations before they are rewarded, by invitee: the same machine in two accounts, a device without a machine
 * fingerprint, a network that inviter and invitee share, or a burst of identical browsers.
 */
export async function reasonsFor(
  db: Database,
  inviteeIds: readonly string[],
  now: number,
): Promise<Map<string, Reason[]>> {
  const ids = sql`${[...inviteeIds]}::text[]`
  const { rows } = await sql<{ invitee_id: string } & Reason>`
    with evaluated as (select * from invitations where invitee_id = any(${ids}))
    select invitee_id, 'machine' as sign, string_agg(distinct owners.username, ', ') as evidence
    from evaluated
    join devices as own on own.user_id = invitee_id
    join devices as other on other.machine = own.machine and other.user_id <> invitee_id
    join users as owners on owners.id = other.user_id
    group by invitee_id
    union all
    select invitee_id, 'machine-unknown', string_agg(distinct devices.name, ', ')
    from evaluated join devices on devices.user_id = invitee_id and machine is null
    group by invitee_id
    union all
    select invitee_id, 'network', string_agg(distinct own.network, ', ')
    from evaluated
    join network_sightings as own on own.user_id = invitee_id
    join network_sightings as other on other.user_id = inviter_id and other.network = own.network
    where least(own.last_at, other.last_at) > ${new Date(now - NETWORK_DAYS * 86_400_000)}
    group by invitee_id
    union all
    select evaluated.invitee_id, 'burst', count(*)::text
    from evaluated
    join invitations as other on other.inviter_id = evaluated.inviter_id and other.agent = evaluated.agent
      and other.registered_at between evaluated.registered_at - make_interval(secs => ${BURST_SECONDS})
        and evaluated.registered_at + make_interval(secs => ${BURST_SECONDS})
    group by evaluated.invitee_id having count(*) >= ${BURST_INVITEES}`.execute(db)
  const found = new Map<string, Reason[]>()
  for (const { invitee_id, sign, evidence } of rows)
    found.set(invitee_id, [...(found.get(invitee_id) ?? []), { sign, evidence }])
  return found
}
