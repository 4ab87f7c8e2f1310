import * as v from 'valibot'
import { md5Hex as md5 } from '#lib/crypto/md5.ts'
import { CLOCK_TOLERANCE_SECONDS } from '#lib/rules/calls.ts'
import type { Context } from '../context.ts'
import { EnvelopeError } from './refusal.ts'

const MAX_DEPTH = 16
const MAX_KEYS = 64

const numeric = v.pipe(
  v.union([v.number(), v.pipe(v.string(), v.regex(/^\d{1,12}$/))]),
  v.transform(Number),
  v.integer(),
)
const Signature = v.object({
  timestamp: numeric,
  versionNo: v.pipe(v.string(), v.maxLength(64)),
  randomStr: v.pipe(v.string(), v.regex(/^[A-Za-z0-9]{10}$/)),
  salt: v.pipe(v.string(), v.maxLength(64)),
  sign: v.pipe(v.string(), v.regex(/^[0-9a-f]{32}$/)),
})

export interface OpenedEnvelope {
  payload: Record<string, unknown>
  /** Valid for one call; the admission of the call consumes it. */
  nonce: string
}

/** Decrypts `q`, and checks its signature and clock. Every failure is the same EnvelopeError. */
export function openEnvelope(ctx: Context, body: unknown): OpenedEnvelope {
  const payload = parsePayload(openText(ctx, body))
  const signature = v.safeParse(Signature, payload)
  if (!signature.success) throw new EnvelopeError('signature is not whole')
  const { timestamp, versionNo, randomStr, salt, sign } = signature.output
  if (salt !== ctx.config.signSalt) throw new EnvelopeError('salt differs')
  if (sign !== md5(`${payload.timestamp}${versionNo}${randomStr}${salt}`)) throw new EnvelopeError('sign differs')
  if (Math.abs(timestamp - ctx.clock.now() / 1000) > CLOCK_TOLERANCE_SECONDS) throw new EnvelopeError('clock is off')
  return { payload, nonce: `${timestamp}.${randomStr}` }
}

function openText(ctx: Context, body: unknown): string {
  if (typeof body !== 'object' || body === null || !('q' in body)) throw new EnvelopeError('no q')
  try {
    return ctx.opener.open(body.q)
  } catch {
    throw new EnvelopeError('q does not open')
  }
}

function parsePayload(text: string): Record<string, unknown> {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw new EnvelopeError('not JSON')
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new EnvelopeError('not an object')
  if (!isWithinBounds(value, MAX_DEPTH)) throw new EnvelopeError('too deep or too wide')
  return value as Record<string, unknown>
}

/** Whether a value stays within the depth and the width that any call needs. */
function isWithinBounds(value: unknown, depth: number): boolean {
  if (typeof value !== 'object' || value === null) return true
  if (depth === 0) return false
  if (Array.isArray(value)) return value.length <= 1000 && value.every((item) => isWithinBounds(item, depth - 1))
  const entries = Object.entries(value)
  return entries.length <= MAX_KEYS && entries.every(([, item]) => isWithinBounds(item, depth - 1))
}
