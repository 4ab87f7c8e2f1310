import * as v from 'valibot'
import { Amount, UtcDay } from './amounts.ts'
import { BindCode } from './codes.ts'
import { endpoint } from './endpoint.ts'
import { Count, Id, UnixSeconds, Uuid } from './fields.ts'
import { Label, line } from './labels.ts'
import { MinerSettings, Pause, Sensors, Wish } from './miner-settings.ts'

/**
 * The miner's own calls: plain JSON under `/agent`, without the SM2 envelope (ADR-114).
 * A device proves itself by the `device-token` header; `bind` is the only call without it.
 */

/**
 * Made at each start of a miner. The run that asked for work last mines for the device; reports of another one are refused. Older miners
 * send none.
 */
const Run = v.optional(Uuid)

const Version = v.pipe(v.string(), v.maxLength(32), v.regex(/^[\w.+-]+$/))

export const agentBind = endpoint('/agent/bind', {
  auth: false,
  request: v.object({
    code: BindCode,
    name: Label,
    hardware: line(160),
    /** Distinguishes this machine from others: SHA-256 of the system's machine id. */
    machine: v.optional(v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/))),
    gpuCount: v.pipe(Count, v.maxValue(64)),
    version: Version,
    /** Made once per binding intent, so that the call can be repeated after a lost reply. */
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
  /** Seconds for which shares of this work are accepted, from now. */
  validSeconds: Count,
  /** Seconds after which the miner reports. */
  reportEverySeconds: Count,
})
export type Work = v.InferOutput<typeof Work>

export const agentWork = endpoint('/agent/work', {
  auth: true,
  request: v.object({ run: Run }),
  /** After a restart a miner continues from the last accepted report. */
  reply: v.object({ work: Work, lastSequence: Count }),
})

export const Share = v.object({ workId: Id, nonce: v.pipe(v.string(), v.regex(/^[0-9a-f]{16}$/)) })
export type Share = v.InferOutput<typeof Share>

export const agentReport = endpoint('/agent/report', {
  auth: true,
  request: v.object({
    run: Run,
    /** Increases by one per report; a repeated report keeps its number and counts once. */
    sequence: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(2_147_483_647)),
    shares: v.pipe(v.array(Share), v.maxLength(200)),
    /** The state that the device reports: mining, paused by its user, or miner ended. Has no influence on payment. */
    state: v.picklist(['mining', 'paused', 'ended']),
    gpuCount: v.pipe(Count, v.maxValue(64)),
    version: Version,
    /** Miners before 1.2 send none of these. */
    pause: v.optional(Pause),
    settings: v.optional(MinerSettings),
    sensors: v.optional(Sensors),
    /** Id of the last wish that the device followed. */
    followedWish: v.optional(Count),
  }),
  reply: v.object({
    accepted: Count,
    refused: v.array(v.object({ nonce: v.string(), reason: v.picklist(['REPEATED', 'LATE', 'FOREIGN', 'WRONG']) })),
    /** Verified hash rate of the device, hashes a second. */
    hashrate: v.number(),
    work: Work,
    /** Set while the device has not confirmed it. */
    wish: v.optional(Wish),
  }),
  refuses: ['REPORT_OUTDATED', 'MINER_REPLACED'],
})

/** Amounts at the operator's rates of the day; null where no rate is set. */
const CoinToday = v.object({
  /** A miner may be older than a coin. */
  currencyCode: v.string(),
  /** Estimated earnings of today's verified work, as the dashboard estimates them; in no balance. */
  soFar: v.nullable(Amount),
  /** The same when the day is over, if the device goes on at `hashrate`. */
  wholeDay: v.nullable(Amount),
})

/** The running UTC day of the device. Reports do not carry it: it is asked for while somebody looks. */
export const agentToday = endpoint('/agent/today', {
  auth: true,
  request: v.object({}),
  reply: v.object({
    day: UtcDay,
    endsAt: UnixSeconds,
    serverTime: UnixSeconds,
    /** Verified hash rate of the device, hashes a second; 0 while it is offline. */
    hashrate: v.number(),
    coins: v.array(CoinToday),
  }),
})
export type Today = v.InferOutput<typeof agentToday.reply>
