import { formatMoment } from '#lib/time/moments.ts'
import type { LogLine } from '../window-display.ts'
import { button, byId, html, setText } from './dom.ts'
import { logSentences } from './log-sentences.ts'
import { readLog } from './requests.ts'
import { findText, joinSentences, languageTag, translate } from './texts.ts'

/** The code is the same in every language: support can read a copied log. */
function format(line: LogLine): string {
  const formatTime = (unixSeconds: number) => formatMoment(unixSeconds * 1000, languageTag(), line.at * 1000)
  const sentences = logSentences(line, findText, formatTime)
  return `${new Date(line.at * 1000).toISOString()}  ${line.code}  ${joinSentences(sentences)}`
}

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
