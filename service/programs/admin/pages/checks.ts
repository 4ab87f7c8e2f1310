import { moneyChecks } from '#service/checks.ts'
import { verifyMoneyAt } from '#service/money/ledger/verify.ts'
import { check } from '../../operate/check.ts'
import { viewOfVerified } from '../../operate/verify-money.ts'
import { showAct } from '../act-forms.ts'
import { html } from '../html.ts'
import { htmlTable } from '../parts.ts'
import type { Page, Visit } from '../visit.ts'

/** Asks every node and site now. */
export async function checkPage(visit: Visit): Promise<Page> {
  await visit.ctx.limits.spend('adminLook', visit.context.operator)
  const { table } = await showAct(visit, check.acts[0])
  return {
    title: visit.t('check.title'),
    body: html`${htmlTable(visit, table, { name: visit.t('check.name'), empty: visit.t('check.empty') })}<p>${visit.say(table.foot ?? '')}</p>`,
  }
}

/** Checks all of the money now, as the service does each night: by statements that may take longer than a call's. */
export async function verifyPage(visit: Visit): Promise<Page> {
  const { ctx, context, t } = visit
  await ctx.limits.spend('adminLook', context.operator)
  const found = await verifyMoneyAt(ctx.pool, moneyChecks, context.now())
  const { checks, transfers, entries } = found
  const right = t('verify.right', { checks, transfers, entries })
  const { table } = viewOfVerified(found, right)
  return {
    title: t('verify.title'),
    body: htmlTable(visit, table, { name: t('verify.name'), empty: visit.say(table.empty) }),
  }
}
