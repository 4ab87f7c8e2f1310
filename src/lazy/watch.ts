/** Shows a shared watcher: loads at once, and every minute while the page is visible. */
import { readPublic } from '#lib/api/public-read.ts'
import { type SharedWatch, sharedWatchRead } from '#lib/contract/shared-watch.ts'
import { interpolate } from '#lib/i18n/t.ts'
import { formatAmount, groupThousands } from '#lib/text/decimal.ts'
import { utcDateTime } from '#lib/time/format.ts'

const EVERY_MS = 60_000
type Line = SharedWatch['lines'][number]
type Coin = SharedWatch['coins'][number]

/** The part of the path after the page's own address. */
const secretOf = (path: string): string => /^\/watch\/([A-Za-z0-9_-]{43})\/?$/.exec(path)?.[1] ?? ''

/** The page in one of its languages. */
function createView(page: HTMLElement) {
  const texts = JSON.parse(page.dataset.watch ?? '{}') as Readonly<Record<string, string>>
  const say = (key: string, values = {}): string => interpolate(texts[key] ?? '', values)
  const find = (name: string) => page.querySelector<HTMLElement>(`[data-${name}]`)
  const fresh = (name: string): HTMLElement => {
    const found = page.querySelector<HTMLTemplateElement>(`template[data-${name}]`)?.content.firstElementChild
    return (found ?? document.createElement('div')).cloneNode(true) as HTMLElement
  }
  const partOf = (of: HTMLElement, name: string) => of.querySelector<HTMLElement>(`[data-of=${name}]`)
  const filled = (name: string, cells: readonly string[]): HTMLElement => {
    const row = fresh(name)
    cells.forEach((text, place) => {
      const cell = row.children[place]
      if (cell) cell.textContent = text
    })
    return row
  }

  function lineOf(line: Line): HTMLElement {
    const section = fresh('line')
    const title = partOf(section, 'title')
    if (title) title.textContent = say(`line${line.type}`)
    const amounts = line.output.map(({ amount, currencyCode }) => `${formatAmount(amount)} ${currencyCode}`)
    const rates = line.hashrates.map(({ amount, currencyCode }) =>
      filled('rate', [groupThousands(amount), `${line.unit} ${currencyCode}`]),
    )
    partOf(section, 'rates')?.append(...(rates.length > 0 ? rates : [filled('rate', ['0', line.unit])]))
    const rows = [
      [say('running'), String(line.running)],
      [say('preparing'), String(line.ready + line.preparing)],
      [say('ended'), String(line.ended)],
      ...(amounts.length > 0 ? [[say('output'), amounts.join(' · ')]] : []),
    ]
    partOf(section, 'rows')?.append(...rows.map((row) => filled('row', row)))
    return section
  }

  function coinOf({ currencyCode, days }: Coin): HTMLElement {
    const section = fresh('coin')
    const [title, strip] = [partOf(section, 'title'), partOf(section, 'strip')]
    if (title) title.textContent = say('byDay', { coin: currencyCode })
    strip?.setAttribute('aria-label', say('strip'))
    strip?.append(...days.map(cellOf))
    partOf(section, 'ends')?.append(...[days[0], days.at(-1)].map((day) => textOf(day?.date ?? '')))
    const rows = [...days].reverse().map(({ date, amount, estimate, uptime }) => {
      const output = amount === null ? say('open') : formatAmount(amount)
      const row = filled('day', [date, output, formatAmount(estimate), `${uptime}%`])
      // A day before the first order.
      if (amount !== null && Number(amount) === 0 && Number(estimate) === 0) row.classList.add('text-faint')
      return row
    })
    partOf(section, 'days')?.append(...rows)
    return section
  }

  const show = (name: string, isShown: boolean) => {
    const part = find(name)
    if (part) part.hidden = !isShown
  }

  return (found: SharedWatch | null | undefined) => {
    const lines = found?.lines.filter(({ ready, preparing, running, ended }) => ready + preparing + running + ended > 0)
    show('asking', false)
    show('lead', found !== null)
    show('gone', found === null)
    show('away', found === undefined)
    show('again', found === undefined)
    show('none', lines?.length === 0)
    show('promise', (lines?.length ?? 0) > 0)
    // Shown data stay while the service is unreachable; a revoked link shows nothing.
    if (found === undefined) return
    find('lines')?.replaceChildren(...(lines ?? []).map(lineOf))
    find('coins')?.replaceChildren(...(found?.coins ?? []).map(coinOf))
    const loadedAt = find('asked')
    if (loadedAt) loadedAt.textContent = found ? say('asked', { at: utcDateTime(found.serverTime) }) : ''
  }
}

function textOf(text: string): HTMLElement {
  const span = document.createElement('span')
  span.textContent = text
  return span
}

/** Output of a day as part of its estimate, in four steps; an unsettled day has no cell. */
function cellOf({ amount, estimate }: Coin['days'][number]): HTMLElement {
  const cell = document.createElement('i')
  const part = Number(estimate) > 0 ? Number(amount ?? 0) / Number(estimate) : 0
  const heat = Math.min(4, Math.ceil(part * 4))
  if (amount === null) cell.dataset.h = 'x'
  else if (heat > 0) cell.dataset.h = String(heat)
  return cell
}

const views = [...document.querySelectorAll<HTMLElement>('[data-watch]')].map(createView)

let asking = false
async function ask(): Promise<void> {
  // One at a time, so that no older answer lands on a newer one.
  if (asking) return
  asking = true
  const secret = secretOf(location.pathname)
  const found = secret ? await readPublic(sharedWatchRead, { secret }).catch(() => undefined) : null
  asking = false
  for (const view of views) view(found)
}

const poll = () => document.visibilityState === 'visible' && void ask()
for (const button of document.querySelectorAll('[data-again]')) button.addEventListener('click', () => void ask())
document.addEventListener('visibilitychange', poll)
setInterval(poll, EVERY_MS)
void ask()
