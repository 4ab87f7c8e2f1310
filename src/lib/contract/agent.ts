import * as v from 'valibot'
import { BindCode } from './codes.ts'
import { endpoint } from './endpoint.ts'
import { Count, Id, Uuid } from './fields.ts'
import { Label, line } from './labels.ts'

/**
 * The miner's own calls: plain JSON under `/agent`, without the SM2 envelope (ADR-114).
 * A device proves itself by the `device-token` header; `bind` is the only call without it.
 */

const Version = v.pipe(v.string(), v.maxLength(32), v.regex(/^[\w.+-]+$/))

export const agentBind = endpoint('/agent/bind', {
  auth: false,
  request: v.object({
    code: BindCode,
    name: Label,
    hardware: line(160),
    /** Tells this machine from others, and nothing else about it: SHA-256 over what its system calls it. */
    machine: v.optional(v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/))),
    gpuCount: v.pipe(Count, v.maxValue(64)),
    version: Version,
    /** Made once per bind intent, so that a lost reply can be asked for again. */
    requestId: Uuid,
  }),
  reply: v.object({ deviceId: Id, token: v.string() }),
  refuses: ['BIND_CODE_WRONG', 'TOO_MANY_DEVICES'],
})

/** Work: find a nonce (8 bytes, hex) whose SHA-256(challenge bytes || nonce bytes) is below the target. */
export const Work = v.object({
  workId: Id,
  project: v.string(),
  challenge: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/)),
  /** Expected hashes for one share; the target is 2^256 / difficulty. */
  difficulty: v.pipe(v.number(), v.integer(), v.minValue(1)),
  /** Seconds for which shares of this work are taken, from now. */
  validSeconds: Count,
  /** Seconds after which the miner reports. */
  reportEverySeconds: Count,
})
export type Work = v.InferOutput<typeof Work>

export const agentWork = endpoint('/agent/work', {
  auth: true,
  request: v.object({}),
  /** A miner that starts goes on from the last report that was taken. */
  reply: v.object({ work: Work, lastSequence: Count }),
})

export const Share = v.object({ workId: Id, nonce: v.pipe(v.string(), v.regex(/^[0-9a-f]{16}$/)) })
export type Share = v.InferOutput<typeof Share>

export const agentReport = endpoint('/agent/report', {
  auth: true,
  request: v.object({
    /** Rises by one a report; a report sent again carries its number again and counts once. */
    sequence: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(2_147_483_647)),
    shares: v.pipe(v.array(Share), v.maxLength(200)),
    /** What the device says of itself: it mines, its user has paused it, or its miner ends. Never paid by this. */
    state: v.picklist(['mining', 'paused', 'ended']),
    gpuCount: v.pipe(Count, v.maxValue(64)),
    version: Version,
  }),
  reply: v.object({
    accepted: Count,
    refused: v.array(v.object({ nonce: v.string(), reason: v.picklist(['REPEATED', 'LATE', 'FOREIGN', 'WRONG']) })),
    /** Verified hash rate of the device, hashes a second. */
    hashrate: v.number(),
    work: Work,
  }),
  refuses: ['REPORT_OUTDATED'],
})
