import { networkInterfaces } from 'node:os'
import { networkOf } from '#service/identity/users/fingerprints.ts'
import type { Config } from '#service/platform/config.ts'
import { plainAddress } from '#service/platform/http/client-address.ts'
import type { Found } from './check-sites.ts'

const ANSWERS_WITHIN_MS = 5000
/** Nobody has an address of this network (RFC 5737). */
const FORGED = '192.0.2.1'

/**
 * Whether a node tells its visitors apart: a request to PUBLIC_ORIGIN with a forged X-Forwarded-For, as any visitor can send it, is
 * answered with the address that limits count.
 */
export async function checkProxies({ origin, production }: Config, isOwn = isOfThisMachine): Promise<Found[]> {
  if (!production) return []
  const all = { of: 'visitors', what: 'TRUST_PROXY' }
  const seen = await addressSeen(origin)
  if (seen === undefined) return [{ ...all, says: `${origin}/healthz does not answer from here`, isFine: false }]
  if (seen === FORGED)
    return [{ ...all, says: 'a visitor can choose an address: it names more proxies than there are', isFine: false }]
  const isShared = networkOf(seen) === undefined && !isOwn(seen)
  const says = isShared
    ? `every visitor counts as ${seen}: it names fewer proxies than there are, or one sets no X-Forwarded-For`
    : `this machine counts as ${seen}`
  return [{ ...all, says, isFine: !isShared }]
}

async function addressSeen(origin: string): Promise<string | undefined> {
  try {
    const signal = AbortSignal.timeout(ANSWERS_WITHIN_MS)
    const response = await fetch(`${origin}/healthz`, { headers: { 'x-forwarded-for': FORGED }, signal })
    const { address } = (await response.json()) as { address?: unknown }
    return typeof address === 'string' ? plainAddress(address) : undefined
  } catch {
    return undefined
  }
}

/** Whether this machine has an address in a network, private or not. A balancer on this machine has its loopback address. */
const isOfThisMachine = (address: string): boolean =>
  Object.values(networkInterfaces()).some((of) => of?.some((one) => !one.internal && one.address === address))
