import { afterAll, expect, test } from 'vitest'
import type { RefusedError } from '#lib/api/errors.ts'
import { moneyChecks } from '#service/checks.ts'
import { verifyMoney } from '#service/money/ledger/verify.ts'
import { createActs } from '#world/money-acts.ts'
import { openMoneyWorld } from '#world/money-world.ts'
import { type Cut, sever } from '#world/sever.ts'

/** Every statement, or one of so many; the last commit always. `MONEY_CUTS=all` is part of `npm run test:long`. */
const EVERY = process.env.MONEY_CUTS === 'all' ? 1 : 40
const MIN_CUTS = EVERY === 1 ? 450 : 60

// Here, and not in a hook: the acts of the house are the cases of the test.
const house = await openMoneyWorld()
const { world } = house
const acts = createActs(house)
let cuts = 0

afterAll(async () => {
  await world.close()
  console.info(`money: ${cuts} cuts, ${EVERY === 1 ? 'every statement' : `one statement of ${EVERY}`}`)
})

/** Where to cut: both sides of the statements that are chosen, and of the commit that ends the act. */
function places(statements: readonly string[], offset: number): Cut[] {
  const last = statements.lastIndexOf('commit')
  return statements.flatMap((_, index): Cut[] => {
    if (index !== last && index % EVERY !== offset % EVERY) return []
    return [
      { at: index + 1, side: 'before' },
      { at: index + 1, side: 'after' },
    ]
  })
}

test.each(Object.entries(acts))(
  'K3 %s is done once, wherever its connection ends',
  { timeout: 600_000 },
  async (name, one) => {
    const { whole = 1, inSteps = false, repeats = false, done } = one
    const attempt = (subject: unknown, cut?: Cut) => sever(world.databaseUrl, cut, () => one.run(subject))
    // Runs twice, so that first-time statements are not counted.
    await attempt(await one.prepare())
    await one.tidy?.()
    const plain = await attempt(await one.prepare())
    await one.tidy?.()
    expect(plain.failure).toBeUndefined()
    for (const cut of places(plain.statements, Object.keys(acts).indexOf(name))) {
      const place = `${cut.side} statement ${cut.at}: ${plain.statements[cut.at - 1]}`
      const subject = await one.prepare()
      const first = await attempt(subject, cut)
      expect(first.isCut, place).toBe(true)
      const landed = await one.effects(subject)
      // Everything or nothing is written, and a reported success is true.
      const possible = inSteps ? Array.from({ length: whole + 1 }, (_, done) => done) : [0, whole]
      expect(first.failure === undefined ? [whole] : possible, place).toContain(landed)
      const again = await attempt(subject)
      if (landed === whole && done)
        expect(String((again.failure as RefusedError).reason ?? again.failure), place).toMatch(done)
      else expect(again.failure, place).toBeUndefined()
      expect(await one.effects(subject), place).toBe(repeats ? landed + 1 : whole)
      await one.tidy?.()
      const { breaches } = await verifyMoney(world.running.ctx.db, moneyChecks, world.clock.now())
      expect(breaches, place).toEqual([])
      cuts += 1
    }
  },
)

// A list of statements that came out empty would prove nothing.
test('K3 enough was cut', () => expect(cuts).toBeGreaterThan(MIN_CUTS))
