/** Loads the service's status, at once and every half minute while the page is visible. */
import { readPublic } from '#lib/api/public-read.ts'
import { type Status, statusRead } from '#lib/contract/status.ts'
import { interpolate } from '#lib/i18n/t.ts'
import { aroundDates } from '#lib/text/dates.ts'
import { formatAmount } from '#lib/text/decimal.ts'
import { utcDateTime } from '#lib/time/format.ts'

const EVERY_MS = 30_000
type Tone = 'success' | 'warning-text' | 'error' | 'faint'

/** A date that stays whole at the end of a line. */
function whole(date: string): HTMLElement {
  const span = document.createElement('span')
  span.className = 'whitespace-nowrap'
  span.textContent = date
  return span
}

function start(page: HTMLElement): void {
  const texts = JSON.parse(page.dataset.status ?? '{}') as Readonly<Record<string, string>>
  const find = (selector: string) => page.querySelector<HTMLElement>(selector)
  const [away, again, checkedAt] = [find('[data-away]'), find('[data-again]'), find('[data-asked]')]

  function put(row: string, text: string, tone: Tone = 'faint'): void {
    const [mark, words] = find(`[data-row=${row}]`)?.children ?? []
    if (!mark || !words) return
    mark.className = `mark text-${tone}${tone === 'faint' ? ' mark-off' : ''}`
    if (words.textContent === text) return
    words.replaceChildren(...aroundDates(text).map((part, place) => (place % 2 ? whole(part) : part)))
  }

  const say = (key: string, values = {}): string => interpolate(texts[key] ?? '', values)

  function show(status: Status): void {
    put('service', say(status.service), status.service === 'up' ? 'success' : 'warning-text')
    put('database', say(status.database), status.database === 'up' ? 'success' : 'error')
    const isUp = status.service === 'up' && status.database === 'up'
    put('summary', say(isUp ? 'allUp' : 'notAll'), isUp ? 'success' : 'warning-text')
    const { lastSettlement: last, payoutsToday: paid } = status
    if (last) put('settlement', say('settled', { day: last.day, at: utcDateTime(last.settledAt) }), 'success')
    else put('settlement', say('noneSettled'))
    const amounts = paid.map(({ coin, amount }) => `${formatAmount(amount)} ${coin}`)
    if (amounts.length > 0) put('payouts', amounts.join(' · '), 'success')
    else put('payouts', say('nonePaid'))
  }

  let asking = false
  async function ask(): Promise<void> {
    // One at a time, so that no older answer lands on a newer one.
    if (asking) return
    asking = true
    let isAway = false
    try {
      const status = await readPublic(statusRead)
      show(status)
      if (checkedAt) checkedAt.textContent = say('asked', { at: utcDateTime(status.serverTime) })
    } catch {
      isAway = true
      for (const row of ['summary', 'service', 'database', 'settlement', 'payouts']) put(row, say('unknown'))
    }
    if (away) away.hidden = !isAway
    if (again) again.hidden = !isAway
    asking = false
  }

  again?.addEventListener('click', () => void ask())
  const poll = () => document.visibilityState === 'visible' && void ask()
  document.addEventListener('visibilitychange', poll)
  setInterval(poll, EVERY_MS)
  void ask()
}

const page = document.querySelector<HTMLElement>('[data-status]')
if (page) start(page)
