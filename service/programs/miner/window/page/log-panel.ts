import type { LogLine } from '../window-display.ts'
import { button, byId, html, setText } from './dom.ts'
import { readLog } from './requests.ts'
import { translate } from './texts.ts'

const format = ({ at, text }: LogLine): string => `${new Date(at * 1000).toISOString()}  ${text}`

export function startLogPanel(): void {
  // The keyboard has to reach everything that scrolls.
  html('lines').tabIndex = 0
  html('lines').setAttribute('aria-labelledby', 'log-heading')
  html('lines').setAttribute('role', 'log')
  byId('log', HTMLDetailsElement).addEventListener('toggle', () => void drawLog())
  button('copy').addEventListener('click', async () => {
    await navigator.clipboard.writeText(html('lines').textContent ?? '')
    setText(html('copied'), translate('log.copied'))
  })
}

/** Reads the log while it is open. A reader who has scrolled up stays there. */
export async function drawLog(): Promise<void> {
  if (!byId('log', HTMLDetailsElement).open) return
  const place = html('lines')
  const isAtEnd = place.scrollTop + place.clientHeight >= place.scrollHeight - 4
  setText(place, (await readLog()).map(format).join('\n') || translate('log.empty'))
  if (isAtEnd) place.scrollTop = place.scrollHeight
}
