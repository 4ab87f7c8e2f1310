import { sql } from 'kysely'
import { REPORT_SECONDS } from '#lib/rules/devices.ts'
import { lastReportAt } from '#service/compute/devices/past-reports.ts'
import { hasUsers } from '#service/identity/users/queries.ts'
import { ConfigError } from '#service/platform/config.ts'
import type { Context } from '#service/platform/context.ts'
import { demoMarks } from '#service/platform/db/demo-marks.ts'
import { addAudit } from '#service/platform/operator/audit.ts'
import { addRates } from './currencies.ts'
import { dealings } from './dealings.ts'
import { type Fleet, gatherFleet } from './fleet.ts'
import { startDemoHost } from './gpu.ts'
import { orderDealings } from './market.ts'
import { settlePast } from './money.ts'
import { fillPast, REPORTED_MS } from './simulation.ts'
import { taskDeals } from './tasks.ts'
import { addWords } from './words.ts'

export interface Demo {
  stop(): Promise<void>
}

const allDeals = (now: number) => [...dealings(now), ...orderDealings(now), ...taskDeals(now)]

type Keys = Record<string, string>

/** Fills the demo's database when it is new, then keeps its devices reporting by the clock. */
export async function startDemo(ctx: Context): Promise<Demo> {
  const started = performance.now()
  const kept = await filledBefore(ctx)
  const keys = kept ?? (await fill(ctx))
  const fleet = await gatherFleet(ctx, keys)
  // Whoever comes back to it finds it alive too: its devices have gone on, at least for the last minutes.
  if (kept) await fleet.catchUp(Math.max(await lastReportAt(ctx.db), ctx.clock.now() - REPORTED_MS))
  await fleet.report()
  await settlePast(ctx, kept ? [] : allDeals(ctx.clock.now()))
  if (!kept) await addWords(ctx)
  if (!kept) await addRates(ctx)
  if (!kept) await mark(ctx, demoMarks.filled, JSON.stringify(keys))
  const seconds = Math.round((performance.now() - started) / 100) / 10
  ctx.log.info({ filled: !kept, seconds }, 'the demo is ready: every figure in it is simulated')
  const host = await startDemoHost(ctx)
  const reporting = keepReporting(ctx, fleet)
  return {
    async stop() {
      host.stop()
      await reporting.stop()
    },
  }
}

const mark = (ctx: Context, act: string, detail: string) =>
  addAudit(ctx.db, { at: ctx.clock.now(), operator: 'demo', act, detail })

/** Which device follows which plan, when this database was filled before. A database of real accounts is refused. */
async function filledBefore(ctx: Context): Promise<Keys | undefined> {
  const marks = await ctx.db.selectFrom('audit').selectAll().where('operator', '=', 'demo').execute()
  const filled = marks.find(({ act }) => act === demoMarks.filled)
  if (filled) return JSON.parse(filled.detail) as Keys
  if (marks.some(({ act }) => act === demoMarks.filling)) {
    await empty(ctx)
    return undefined
  }
  if (await hasUsers(ctx.db))
    throw new ConfigError(
      'DATA_DIR: the demo runs on a database of its own, and this one has accounts. Set another folder.',
    )
  return undefined
}

/** After a filling that was cut off. What is append only goes too: nothing in this database is anybody's. */
async function empty(ctx: Context): Promise<void> {
  await ctx.db.transaction().execute(async (db) => {
    await sql`set local session_replication_role = replica`.execute(db)
    await sql`truncate users, settlements, transfers, ledger_accounts, notices cascade`.execute(db)
    await sql`delete from tasks where created_at > 'epoch'`.execute(db)
    await sql`delete from farm_days`.execute(db)
    await sql`update plans set sold = 0`.execute(db)
    await sql`update invitation_residue set total = 0`.execute(db)
    await sql`update ledger_head set sequence = 0, at = 'epoch', hash = ''`.execute(db)
  })
}

async function fill(ctx: Context): Promise<Keys> {
  await mark(ctx, demoMarks.filling, '')
  const { keys, until } = await fillPast(ctx)
  await (await gatherFleet(ctx, keys)).catchUp(until)
  return keys
}

function keepReporting(ctx: Context, fleet: Fleet): Demo {
  let running: Promise<void> | undefined
  const round = () => {
    running ??= fleet
      .report()
      .catch((error: unknown) => ctx.log.error({ err: error }, 'a simulated report failed'))
      .finally(() => {
        running = undefined
      })
  }
  const timer = setInterval(round, REPORT_SECONDS * 1000)
  return {
    async stop() {
      clearInterval(timer)
      await running
    },
  }
}
