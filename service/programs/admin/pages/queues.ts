import { fromUnits } from '#lib/money/coins.ts'
import { networkName } from '#lib/rules/payments.ts'
import { utcDateTime } from '#lib/time/format.ts'
import { tokenTexts } from '#service/money/deposits/operator/amounts.ts'
import { unixSeconds } from '#service/platform/clock.ts'
import type { Act } from '#service/platform/operator/act.ts'
import { listRequests } from '#service/rental/operator/requests.ts'
import { listAmbassadors } from '#service/rewards/ambassadors/operator.ts'
import { listProofs } from '#service/rewards/tasks/operator/reviews.ts'
import { showAct } from '../act-forms.ts'
import { html } from '../html.ts'
import { htmlTable } from '../parts.ts'
import type { Page, Visit } from '../visit.ts'

const MAX_ROWS = 200

type ListKey = 'proofs' | 'offers' | 'ambassadors'

/** A list of the program whose acts are typed in the program. */
const listOf =
  (key: ListKey, act: Act, { command, words = [] }: { command: string; words?: readonly number[] }) =>
  async (visit: Visit): Promise<Page> => {
    const { t } = visit
    const { table } = await showAct(visit, act)
    return {
      title: t(`areas.${key}`),
      body: html`${htmlTable(visit, table, { name: t(`areas.${key}`), empty: t('lists.none'), words })}
<p class="quiet">${t('lists.decide')} <code>${command}</code></p>`,
    }
  }

export const proofsPage = listOf('proofs', listProofs, { command: 'tasks review --accept | --refuse' })
export const offersPage = listOf('offers', listRequests, { command: 'gpu approve | refuse' })
export const ambassadorsPage = listOf('ambassadors', listAmbassadors, {
  command: 'ambassadors EMAIL --approve | --refuse',
  words: [1],
})

/** Deposit addresses whose balance is another one than what is known of them. */
export async function depositsPage({ ctx, context, ...visit }: Visit): Promise<Page> {
  const { t } = visit
  const rows = await ctx.db
    .selectFrom('deposit_reconciliations as found')
    .innerJoin('deposit_addresses', 'deposit_addresses.number', 'found.deposit')
    .select(['found.network', 'address', 'held', 'expected', 'differs_since'])
    .where('differs_since', 'is not', null)
    .orderBy('differs_since')
    .limit(MAX_ROWS)
    .execute()
  const tokenText = await tokenTexts(
    context,
    rows.map(({ network }) => network),
  )
  const column = (name: 'network' | 'address' | 'held' | 'expected' | 'since', right = false) => ({
    title: t(`queues.columns.${name}`),
    right,
  })
  const table = {
    columns: [column('network'), column('address'), column('held', true), column('expected', true), column('since')],
    rows: rows.map(({ network, address, held, expected, differs_since }) => [
      networkName(network),
      address,
      held === null ? t('overview.unknown') : tokenText(held, network),
      expected === null ? t('overview.unknown') : tokenText(expected, network),
      differs_since === null ? '' : utcDateTime(unixSeconds(differs_since)),
    ]),
  }
  return {
    title: t('areas.deposits'),
    body: html`<p class="quiet">${t('queues.depositsNote')}</p>${htmlTable({ ctx, context, ...visit }, table, {
      name: t('areas.deposits'),
      empty: t('lists.none'),
    })}<p class="quiet">${t('lists.decide')} <code>deposits --transaction | --accept</code></p>`,
  }
}

/** Refunds of deposits that were begun, of which the transaction is missing. */
export async function refundsPage({ ctx, ...visit }: Visit): Promise<Page> {
  const { t } = visit
  const rows = await ctx.db
    .selectFrom('refunds')
    .select(['network', 'address', 'amount', 'begun_by', 'begun_at'])
    .where('outcome', 'is', null)
    .orderBy('begun_at')
    .limit(MAX_ROWS)
    .execute()
  const column = (name: 'network' | 'address' | 'amount' | 'by' | 'since', right = false) => ({
    title: t(`queues.columns.${name}`),
    right,
  })
  const table = {
    columns: [column('network'), column('address'), column('amount', true), column('by'), column('since')],
    rows: rows.map(({ network, address, amount, begun_by, begun_at }) => [
      networkName(network),
      address,
      `${fromUnits(amount, 'USDT')} USDT`,
      begun_by,
      utcDateTime(unixSeconds(begun_at)),
    ]),
  }
  return {
    title: t('areas.refunds'),
    body: html`<p class="quiet">${t('queues.refundsNote')}</p>${htmlTable({ ctx, ...visit }, table, {
      name: t('areas.refunds'),
      empty: t('lists.none'),
    })}<p class="quiet">${t('lists.decide')} <code>refund ADDRESS --transaction | --not-sent</code></p>`,
  }
}
