import { REPORT_SECONDS } from '#lib/rules/devices.ts'
import { boundDevices } from '#service/compute/devices/past-reports.ts'
import type { Context } from '#service/platform/context.ts'
import { LoginExpiredError } from '#service/platform/http/refusal.ts'
import { isOn } from './habits.ts'
import { createDemoReportHandler, SimulatedMiner } from './miner.ts'
import { plansByKey } from './people.ts'

const STEP_MS = REPORT_SECONDS * 1000
/** Reports that wait for the database at once. */
const AT_ONCE = 4

export interface Fleet {
  /** Every device that is on now reports. */
  report(): Promise<void>
  /** Goes through the time from a moment on, report by report, until it has reached the clock. */
  catchUp(from: number): Promise<void>
}

/** The simulated devices of a filled demo, by the keys of their plans; those that were unbound are left out. */
export async function createFleet(ctx: Context, keys: Readonly<Record<string, string>>): Promise<Fleet> {
  const take = createDemoReportHandler(ctx)
  const rows = await boundDevices(ctx.db)
  const miners = new Set<SimulatedMiner>()
  for (const row of rows) {
    const plan = plansByKey.get(keys[row.id] ?? '')
    if (!plan || plan.goneDaysAgo !== undefined) continue
    miners.add(new SimulatedMiner({ ctx, take, plan, tokenHash: row.token_hash }))
  }

  async function reportOf(miner: SimulatedMiner, now: number): Promise<void> {
    try {
      if (isOn(miner.plan, now)) await miner.report(now)
    } catch (error) {
      // Unbound by its owner: it is gone for good, as a real one would be.
      if (!(error instanceof LoginExpiredError)) throw error
      miners.delete(miner)
    }
  }
  return {
    async report() {
      for (const miner of [...miners]) await reportOf(miner, ctx.clock.now())
    },
    async catchUp(from) {
      const waiting = [...miners]
      const walk = async () => {
        for (let miner = waiting.shift(); miner; miner = waiting.shift())
          for (let time = from; time <= ctx.clock.now(); time += STEP_MS) await reportOf(miner, time)
      }
      await Promise.all(Array.from({ length: AT_ONCE }, walk))
    },
  }
}
