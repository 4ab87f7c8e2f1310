import { randomBytes } from 'node:crypto'
import type { Share, Work } from '#lib/contract/agent.ts'
import { OFFLINE_AFTER_MS } from '#lib/rules/devices.ts'
import { assignWork, createReportHandler, type ReportHandler } from '#service/compute/devices/report.ts'
import type { Context } from '#service/platform/context.ts'
import { poissonCount } from './chance.ts'
import { rateAt } from './habits.ts'
import type { DevicePlan } from './people.ts'

/** Prefix of valid simulated nonces; others are wrong shares. */
const MARK = 'dede'
/** Limit of shares in a report, as in the contract. */
const MAX_SHARES = 200

/**
 * Creates a report handler for simulated devices: the service's own code with a prefix in place of the proof of work. No route uses
 * it. Throws an Error outside the demo.
 */
export function createDemoReportHandler(ctx: Context): ReportHandler {
  if (!ctx.config.demo) throw new Error('simulated shares are accepted only in the demo: check the configuration')
  return createReportHandler((_, nonce) => nonce.startsWith(MARK))
}

interface Parts {
  ctx: Context
  take: ReportHandler
  plan: DevicePlan
  tokenHash: string
}

/** A simulated device that reports like the real miner, with as many shares as a PC of its rate finds on average. */
export class SimulatedMiner {
  readonly plan: DevicePlan
  readonly #parts: Parts
  #work: Work | undefined
  #sequence = 0
  #lastAt = 0

  constructor(parts: Parts) {
    this.plan = parts.plan
    this.#parts = parts
  }

  /** Sends a report at a moment. Requests work when it starts or was offline. */
  async report(now: number): Promise<void> {
    const { take, plan, tokenHash } = this.#parts
    const ctx = { ...this.#parts.ctx, clock: { now: () => now } }
    const elapsed = now - this.#lastAt
    if (!this.#work || elapsed > OFFLINE_AFTER_MS) {
      const assigned = await assignWork(ctx, tokenHash, {})
      this.#work = assigned.work
      this.#sequence = assigned.lastSequence
    }
    const shares = elapsed > OFFLINE_AFTER_MS ? [] : this.#find(this.#work, now, elapsed / 1000)
    const { work } = await take(ctx, tokenHash, {
      sequence: this.#sequence + 1,
      shares,
      state: plan.idle === 'paused' ? 'paused' : 'mining',
      gpuCount: plan.gpuCount,
      version: plan.version,
      ...this.#told(),
    })
    this.#sequence += 1
    this.#work = work
    this.#lastAt = now
  }

  /** Settings, pause and measurements, as a miner of 1.2 reports them. */
  #told() {
    const { settings, pause, sensors } = this.plan
    return {
      ...(settings && { settings }),
      ...(pause && { pause: { reason: pause } }),
      ...(sensors && { sensors }),
    }
  }

  #find(work: Work, now: number, seconds: number): Share[] {
    const { plan } = this.#parts
    if (plan.idle) return []
    const found = Math.min(MAX_SHARES, poissonCount((rateAt(plan, now) * seconds) / work.difficulty))
    return Array.from({ length: found }, () => {
      const isWrong = Math.random() < (plan.wrong ?? 0)
      return { workId: work.workId, nonce: (isWrong ? 'badd' : MARK) + randomBytes(6).toString('hex') }
    })
  }
}
