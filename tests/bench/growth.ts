/**
 * What grows with users and time, at a size and at ten times of it: each figure as the service computed it from the whole history, and
 * as it is kept now, in turn in one run.
 * Run: `node tests/bench/growth.ts [consumption] [fleets] [silence]`, all parts by default. With BENCH_GATE=1 it fails over the time of a figure.
 */

import { type Ground, onGround } from './ground/service.ts'
import { compare } from './growth/compare.ts'
import { compareConsumption } from './growth/consumption.ts'
import { compareFleet } from './growth/fleets.ts'
import { compareSilence } from './growth/silence.ts'

const parts: Record<string, (ground: Ground) => Promise<void>> = {
  async consumption({ db }) {
    for (const moves of [30_000, 300_000]) await compare(`${moves} moves`, await compareConsumption(db, moves))
  },
  async fleets({ db }) {
    await compare('1,000 devices', await compareFleet(db, 1_000, 20))
    await compare('10,000 devices', await compareFleet(db, 10_000, 60))
  },
  async silence({ db }) {
    for (const devices of [10_000, 100_000]) await compare(`${devices} devices`, await compareSilence(db, devices))
  },
}

const chosen = process.argv.slice(2)
for (const [name, measure] of Object.entries(parts))
  if (chosen.length === 0 || chosen.includes(name)) await onGround(measure)
