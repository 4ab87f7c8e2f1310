import { formatAmount } from '#lib/text/decimal.ts'
import { formatMoment } from '#lib/time/moments.ts'
import { formatRate } from '../../format-rate.ts'
import type { DayState } from '../day-watch.ts'
import type { WindowState } from '../window-state.ts'
import { byId, html, link, setText } from './dom.ts'
import { joinSentences, languageTag, translate } from './texts.ts'

type Coins = NonNullable<DayState['answer']>['coins']

const moment = (unixSeconds: number): string => formatMoment(unixSeconds * 1000, languageTag())

/** Sentences about the figures: whose they are, from when, and what they assume. */
function notesOf({ answer, isFailed }: DayState): string[] {
  if (!answer) return [translate(isFailed ? 'today.failed' : 'today.asking')]
  const { day, serverTime, hashrate } = answer
  return [
    ...(isFailed ? [translate('today.stale')] : []),
    translate('today.asOf', { time: moment(serverTime), day }),
    hashrate > 0 ? translate('today.goesOn', { rate: formatRate(hashrate) }) : translate('today.stands'),
  ]
}

/** An unknown amount is not 0. */
const amountText = (amount: string | null): string =>
  amount === null ? translate('today.noRate') : formatAmount(amount)

function drawRows(coins: Coins): void {
  const place = byId('today-coins', HTMLTableSectionElement)
  while (place.rows.length > coins.length) place.deleteRow(-1)
  for (const [index, { currencyCode, soFar, wholeDay }] of coins.entries()) {
    const row = place.rows[index] ?? place.insertRow()
    for (const [at, text] of [currencyCode, amountText(soFar), amountText(wholeDay)].entries()) {
      const cell = row.cells[at] ?? row.appendChild(document.createElement(at === 0 ? 'th' : 'td'))
      if (at === 0) cell.setAttribute('scope', 'row')
      setText(cell, text)
    }
  }
}

export function drawTodayPanel({ today, service }: WindowState): void {
  const { answer } = today
  setText(html('today-day'), answer ? translate('today.day', { day: answer.day, time: moment(answer.endsAt) }) : '')
  html('today-table').hidden = !answer
  drawRows(answer?.coins ?? [])
  setText(html('today-notes'), joinSentences(notesOf(today)))
  link('earnings').href = `${service}/user/earnings/pc-earnings`
}
