import type { System } from '#lib/text/system-name.ts'
import { part, parts, type Texts } from './parts.ts'

/** The panel of a system; none for one that nothing runs on, or that is not known. */
const panels: Partial<Record<System, string>> = {
  windows: 'windows',
  mac: 'mac',
  linux: 'linux',
  android: 'android',
  ios: 'android',
}

/** The name of the panel of the visitor's own system. */
export const ownPanel = (system: System): string | undefined => panels[system]

/** Puts the panel of the visitor's own system first, with what this system says and the help about antivirus programs. */
export function putOwnFirst(page: HTMLElement, system: System): void {
  const list = part(page, 'list')
  const words = part(page, 'systems')
  const text = words && (JSON.parse(words.dataset.systems ?? '{}') as Texts)[system]
  if (text) {
    words.textContent = text
    words.hidden = false
  }
  const name = ownPanel(system)
  const own = name && list?.querySelector<HTMLElement>(`#${name}`)
  const [rest, antivirus] = [part(page, 'rest'), part(page, 'antivirus')]
  if (!own || !rest || !antivirus) return
  list?.prepend(own)
  own.after(...(name === 'android' ? [rest] : [antivirus, rest]))
  rest.hidden = false
  for (const button of parts(own, 'lead')) {
    // On a phone the first way is the installation from the browser.
    if (name !== 'android') button.classList.replace('btn-line', 'btn-primary')
  }
  part(own, 'says')?.setAttribute('open', '')
}
