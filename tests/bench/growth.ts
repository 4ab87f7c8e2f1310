/**
 * Figures that grow with users and time, at a size and at ten times of it: as the service computed them from the whole history, and as they
 * are kept now, in turn in one run.
 * Run: `node tests/bench/growth.ts [consumption] [fleets] [market] [nights] [silence]`, all parts by default. With BENCH_GATE=1 it fails over the time of a figure.
 */

import { type Ground, onGround } from './ground/service.ts'
import { compare } from './growth/compare.ts'
import { compareConsumption } from './growth/consumption.ts'
import { compareFleet } from './growth/fleets.ts'
import { compareMarket } from './growth/market.ts'
import { compareNights } from './growth/nights.ts'
import { compareSilence } from './growth/silence.ts'

const parts: Record<string, (ground: Ground) => Promise<void>> = {
  async consumption({ db }) {
    for (const moves of [30_000, 300_000]) await compare(`${moves} moves`, await compareConsumption(db, moves))
  },
  async fleets({ db }) {
    await compare('1,000 devices', await compareFleet(db, 1_000, 20))
    await compare('10,000 devices', await compareFleet(db, 10_000, 60))
  },
  async market({ db }) {
    for (const gpus of [1_000, 10_000]) await compare(`${gpus} machines`, await compareMarket(db, gpus))
  },
  async nights({ db }) {
    for (const transfers of [20_000, 200_000])
      await compare(`${transfers} transfers`, await compareNights(db, transfers))
  },
  async silence({ db }) {
    for (const devices of [10_000, 100_000]) await compare(`${devices} devices`, await compareSilence(db, devices))
  },
}

const chosen = process.argv.slice(2)
for (const [name, measure] of Object.entries(parts))
  if (chosen.length === 0 || chosen.includes(name)) await onGround(measure)
