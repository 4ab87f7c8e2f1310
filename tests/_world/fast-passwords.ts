/**
 * Hashes passwords with the least memory and passes of argon2: at the full cost of service/identity/users/passwords.ts each
 * hash takes 40 ms of a core. `tests/unit/identity/users/passwords.test.ts` checks that cost.
 */
import crypto, { type Argon2Parameters } from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'

/** The smallest that Node accepts for one lane. */
const MEMORY_KIB = 8
const whole = crypto.argon2

if (whole.name !== reduced.name) {
  crypto.argon2 = reduced as typeof crypto.argon2
  syncBuiltinESMExports()
}

function reduced(
  algorithm: Parameters<typeof whole>[0],
  parameters: Argon2Parameters,
  callback: Parameters<typeof whole>[2],
): void {
  whole(algorithm, { ...parameters, memory: MEMORY_KIB, passes: 1 }, callback)
}
