import { createHmac } from 'node:crypto'
import { isIPv4, isIPv6 } from 'node:net'
import type { Database } from '#service/platform/db/open.ts'
import { groupsOf, plainAddress } from '#service/platform/http/client-address.ts'

const hash = (pepper: string, kind: string, text: string): string =>
  createHmac('sha256', pepper).update(`${kind}:${text}`).digest('base64url').slice(0, 22)

/** Private and reserved networks: anybody may share them, for example behind a balancer that hides addresses. */
const sharedNetworks =
  /^(?:0|10|127|169\.254|172\.(?:1[6-9]|2\d|3[01])|192\.168|100\.(?:6[4-9]|[7-9]\d|1[01]\d|12[0-7]))\./

/** The network of an IP address, /24 or /48; undefined for private and reserved ones. */
export function networkOf(ip: string): string | undefined {
  const address = plainAddress(ip)
  if (isIPv4(address)) return sharedNetworks.test(address) ? undefined : address.split('.').slice(0, 3).join('.')
  if (!isIPv6(address)) return undefined
  const groups = groupsOf(address)
  if (/^(?:0|f[cd]..|fe[89ab].)$/.test(groups[0] ?? '0')) return undefined
  return groups.slice(0, 3).join(':')
}

export const machineHash = (pepper: string, machine: string): string => hash(pepper, 'machine', machine)
export const agentHash = (pepper: string, userAgent: string): string => hash(pepper, 'agent', userAgent)

/** Whether the account used the network of an IP address before: attempts from other networks must not use up its owner's budgets. */
export async function isKnownNetwork(
  db: Database,
  of: { username: string; ip: string; pepper: string },
): Promise<boolean> {
  const network = networkOf(of.ip)
  if (network === undefined) return false
  const row = await db
    .selectFrom('network_sightings')
    .innerJoin('users', 'users.id', 'network_sightings.user_id')
    .select('user_id')
    .where('users.username', '=', of.username)
    .where('network', '=', hash(of.pepper, 'network', network))
    .executeTakeFirst()
  return row !== undefined
}

/** Records the network of an account as a keyed hash; nothing for private and reserved networks. */
export async function noteNetwork(
  db: Database,
  of: { userId: string; ip: string; pepper: string; now: number },
): Promise<void> {
  const network = networkOf(of.ip)
  if (network === undefined) return
  const seen = { last_at: new Date(of.now) }
  await db
    .insertInto('network_sightings')
    .values({ user_id: of.userId, network: hash(of.pepper, 'network', network), ...seen })
    .onConflict((conflict) => conflict.columns(['user_id', 'network']).doUpdateSet(seen))
    .execute()
}

/** Deletes in which networks accounts were last seen before `before`. */
export async function deleteNetworksBefore(db: Database, before: Date): Promise<void> {
  await db.deleteFrom('network_sightings').where('last_at', '<', before).execute()
}
