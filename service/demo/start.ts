import { sql } from 'kysely'
import { REPORT_SECONDS } from '#lib/rules/devices.ts'
import { lastReportAt } from '#service/compute/devices/past-reports.ts'
import { hasUsers } from '#service/identity/users/queries.ts'
import { ConfigError } from '#service/platform/config.ts'
import type { Context } from '#service/platform/context.ts'
import { demoMarks } from '#service/platform/db/demo-marks.ts'
import { addAudit } from '#service/platform/operator/audit.ts'
import { addOperator, newKeys } from '#service/programs/admin/accounts.ts'
import { DEMO_OPERATOR } from '#service/programs/admin/sessions.ts'
import { addRates } from './currencies.ts'
import { createFleet, type Fleet } from './fleet.ts'
import { startDemoHost } from './gpu.ts'
import { orderActions } from './market.ts'
import { settlePast } from './money.ts'
import { addNoticesAndReports } from './notices-and-reports.ts'
import { addPageVotes } from './page-votes.ts'
import { fillPast, REPORTED_MS } from './simulation.ts'
import { taskActions } from './tasks.ts'
import { withdrawalActions } from './withdrawal-actions.ts'

export interface Demo {
  stop(): Promise<void>
}

const allActions = (now: number) => [...withdrawalActions(now), ...orderActions(now), ...taskActions(now)]

type Keys = Record<string, string>

/** Fills the demo's database when it is new, then sends the reports of its devices. */
export async function startDemo(ctx: Context): Promise<Demo> {
  const started = performance.now()
  const filledKeys = await filledBefore(ctx)
  const keys = filledKeys ?? (await fill(ctx))
  const fleet = await createFleet(ctx, keys)
  // After a restart the devices have gone on, at least for the last minutes.
  if (filledKeys) await fleet.catchUp(Math.max(await lastReportAt(ctx.db), ctx.clock.now() - REPORTED_MS))
  await fleet.report()
  await settlePast(ctx, filledKeys ? [] : allActions(ctx.clock.now()))
  if (!filledKeys) await addNoticesAndReports(ctx)
  if (!filledKeys) await addRates(ctx)
  if (!filledKeys) await addPageVotes(ctx)
  await addDemoOperator(ctx)
  if (!filledKeys) await mark(ctx, demoMarks.filled, JSON.stringify(keys))
  const seconds = Math.round((performance.now() - started) / 100) / 10
  ctx.log.info({ filled: !filledKeys, seconds }, 'demo is ready: all its figures are simulated')
  const host = await startDemoHost(ctx)
  const reporting = startReporting(ctx, fleet)
  return {
    async stop() {
      host.stop()
      await reporting.stop()
    },
  }
}

/** The operator that the page lets in by one click; nobody is shown the key. */
const addDemoOperator = (ctx: Context) =>
  addOperator(ctx.db, {
    ...newKeys(ctx.pepper, DEMO_OPERATOR).stored,
    name: DEMO_OPERATOR,
    created_at: new Date(ctx.clock.now()),
  })

const mark = (ctx: Context, act: string, detail: string) =>
  addAudit(ctx.db, { at: ctx.clock.now(), operator: 'demo', act, detail })

/** Keys of the devices' plans if the database was filled before. Throws ConfigError for a database with real accounts. */
async function filledBefore(ctx: Context): Promise<Keys | undefined> {
  const marks = await ctx.db.selectFrom('audit').selectAll().where('operator', '=', 'demo').execute()
  const filled = marks.find(({ act }) => act === demoMarks.filled)
  if (filled) return JSON.parse(filled.detail) as Keys
  if (marks.some(({ act }) => act === demoMarks.filling)) {
    await emptyDatabase(ctx)
    return undefined
  }
  if (await hasUsers(ctx.db))
    throw new ConfigError(
      'DATA_DIR: the demo runs on a database of its own, and this one has accounts. Set another folder.',
    )
  return undefined
}

/** Empties the database after an aborted filling, append-only tables included, because it contains only simulated data. */
async function emptyDatabase(ctx: Context): Promise<void> {
  await ctx.db.transaction().execute(async (db) => {
    await sql`set local session_replication_role = replica`.execute(db)
    await sql`truncate users, settlements, transfers, ledger_accounts, notices, page_votes cascade`.execute(db)
    await sql`truncate balance_movements, user_hours, user_days, device_days, earning_sums, ledger_checkpoints, ledger_checked,
      proof_days cascade`.execute(db)
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
  await (await createFleet(ctx, keys)).catchUp(until)
  return keys
}

function startReporting(ctx: Context, fleet: Fleet): Demo {
  let running: Promise<void> | undefined
  const reportOnce = () => {
    running ??= fleet
      .report()
      .catch((error: unknown) => ctx.log.error({ err: error }, 'simulated report failed: the next report tries again'))
      .finally(() => {
        running = undefined
      })
  }
  const timer = setInterval(reportOnce, REPORT_SECONDS * 1000)
  return {
    async stop() {
      clearInterval(timer)
      await running
    },
  }
}
