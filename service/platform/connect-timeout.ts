import { getDefaultAutoSelectFamilyAttemptTimeout, setDefaultAutoSelectFamilyAttemptTimeout } from 'node:net'

/** Long enough for a lost first packet, which systems send again after one second. */
const ATTEMPT_MS = 3_000

/**
 * Gives each address of a name time to answer before the next one is tried. Node.js allows 250 ms and tries no address twice:
 * farther away, a name with an unreachable IPv6 address is never reached. Every program calls this before it connects.
 */
export function extendConnectTimeout(): void {
  setDefaultAutoSelectFamilyAttemptTimeout(Math.max(ATTEMPT_MS, getDefaultAutoSelectFamilyAttemptTimeout()))
}
