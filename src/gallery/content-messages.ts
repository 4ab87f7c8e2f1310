import texts from './texts/en.json' with { type: 'json' }

/** Under `npm run dev`, a box on each page with the mistakes in its texts. It goes away with the last of them. */

interface ContentMessage {
  readonly place: string
  readonly rule: string
  readonly problem: string
  readonly remedy: string
  /** Addresses of the pages that the text is on; none for a file that is on no page, which is shown on all of them. */
  readonly pages: readonly string[]
}

/** On an element within: the page's own styles would win over those of `:host`. */
const styles = `
  section { position: fixed; z-index: 2147483647; inset: auto 0 0 0; max-height: 60vh; overflow: auto; color: #f2f4f5;
    background: #0b0e10; border-top: 4px solid #eb682a; font: 15px/1.5 system-ui, sans-serif; padding: 16px 24px 20px }
  h2 { font-size: 16px; margin: 0 0 12px; padding-right: 96px }
  ol { list-style: none; margin: 0; padding: 0; display: grid; gap: 12px; max-width: 80ch }
  code { color: #f0a37d; font: 13px/1.5 ui-monospace, monospace; white-space: pre-wrap; overflow-wrap: anywhere }
  p { margin: 2px 0 0 }
  .remedy { font-weight: 600 }
  button { position: absolute; top: 12px; right: 24px; font: inherit; color: inherit; background: none;
    border: 1px solid #98a3ab; border-radius: 6px; padding: 4px 12px; cursor: pointer }`

function element(name: string, text: string, className = ''): HTMLElement {
  const made = document.createElement(name)
  made.textContent = text
  made.className = className
  return made
}

function draw(messages: readonly ContentMessage[]): void {
  const box = document.createElement('content-messages')
  box.setAttribute('role', 'alert')
  const root = box.attachShadow({ mode: 'open' })
  const list = document.createElement('ol')
  for (const { place, rule, problem, remedy } of messages) {
    const entry = document.createElement('li')
    entry.append(element('code', `${place}  ${rule}`), element('p', problem), element('p', remedy, 'remedy'))
    list.append(entry)
  }
  const hide = element('button', texts.mistakes.hide)
  hide.addEventListener('click', () => box.remove())
  const title =
    messages.length === 1 ? texts.mistakes.one : texts.mistakes.other.replace('{{count}}', `${messages.length}`)
  const panel = document.createElement('section')
  panel.append(element('h2', title), hide, list)
  root.append(element('style', styles), panel)
  document.body.append(box)
}

/** Addresses with and without their closing slash are one page. */
const here = () => location.pathname.replace(/\/*$/, '/')

import.meta.hot?.on('content:messages', (all: readonly ContentMessage[]) => {
  document.querySelector('content-messages')?.remove()
  const own = all.filter(({ pages }) => pages.length === 0 || pages.includes(here()))
  if (own.length > 0) draw(own)
})
import.meta.hot?.send('content:ask')
