import { REPORT_SECONDS } from '#lib/rules/devices.ts'
import { boundDevices } from '#service/compute/devices/past-reports.ts'
import type { Context } from '#service/platform/context.ts'
import { LoginExpiredError } from '#service/platform/http/refusal.ts'
import { isOn } from './habits.ts'
import { createDemoReportHandler, SimulatedMiner } from './miner.ts'
import { plansByKey } from './people.ts'

const STEP_MS = REPORT_SECONDS * 1000
/** Concurrent reports. */
const AT_ONCE = 4

export interface Fleet {
  /** Sends the report of every device that is on now. */
  report(): Promise<void>
  /** Sends the reports from a moment on, one by one, up to now. */
  catchUp(from: number): Promise<void>
}

/** Creates the simulated devices of a filled demo; `keys` maps device ids to keys of plans. Unbound devices are left out. */
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
      // The owner has unbound the device.
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
