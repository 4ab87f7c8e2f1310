/** Parts of a text that a script serves: tabs open at the visitor's system, and blocks of code can be copied. */
import { copyText } from '#lib/text/copy-text.ts'
import type { System } from '#lib/text/system-name.ts'
import { visitorSystem } from './download/visitor-system.ts'

const KEY = 'tabs'
const COPIED_MS = 3000

/** The names of tabs for systems, which are those of the English headings. */
const tabNames: Partial<Record<System, string>> = {
  windows: 'windows',
  oldWindows: 'windows',
  mac: 'macos',
  linux: 'linux',
  android: 'android',
  ios: 'ios',
}

const radios = [...document.querySelectorAll<HTMLInputElement>('.tabs > input')]
/** Where two tabs of a page have one name, the address of the second ends with a number. */
const nameOf = (radio: HTMLInputElement) => radio.nextElementSibling?.id.replace(/-\d+$/, '')

function choose(name: string | undefined): void {
  for (const radio of radios) if (nameOf(radio) === name) radio.checked = true
}

/** The address of a tab, as of any heading, opens it. */
function openTarget(): void {
  const target = radios.find((radio) => radio.nextElementSibling?.id === location.hash.slice(1))
  if (target) target.checked = true
}

function startTabs(): void {
  choose(tabNames[visitorSystem()])
  // Storage may be forbidden or full: then the choice holds for the page.
  try {
    choose(localStorage.getItem(KEY) ?? undefined)
  } catch {}
  openTarget()
  addEventListener('hashchange', openTarget)
  for (const radio of radios)
    radio.addEventListener('change', () => {
      const name = nameOf(radio)
      choose(name)
      try {
        localStorage.setItem(KEY, name ?? '')
      } catch {}
    })
}

/** Buttons stay hidden without this script. */
function startCopies(): void {
  for (const bar of document.querySelectorAll<HTMLElement>('.copy')) {
    const [status, button] = [...bar.children] as [HTMLElement, HTMLElement]
    let timer: ReturnType<typeof setTimeout> | undefined
    button.addEventListener('click', async () => {
      await copyText(bar.previousElementSibling?.textContent?.trimEnd() ?? '')
      status.textContent = button.dataset.copied ?? ''
      clearTimeout(timer)
      timer = setTimeout(() => status.replaceChildren(), COPIED_MS)
    })
    bar.hidden = false
  }
}

if (radios.length > 0) startTabs()
startCopies()
