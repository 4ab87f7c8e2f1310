/**
 * The only script in the head of a page: work before the first paint, the handlers of the buttons for theme and
 * language, and loads after the page is shown. Layouts inline it minified, without parts that the page does not need
 * (layouts/boot.ts); it imports nothing. A function that is called once would cost every page the bytes of its call, so
 * the code is written inline.
 */

/** The language of the page's address. */
declare const LOCALE: 'en' | 'zh'
/** Language of the address, if it has one. */
declare const IS_ENGLISH: boolean
declare const IS_CHINESE: boolean
/** One address for both languages, shown in the one that was chosen, else in the browser's. */
declare const IS_SHARED: boolean
/**
 * The app redraws itself in the chosen language, and loads the font after its first screen is shown
 * (islands/app/call.ts).
 */
declare const IS_APP: boolean
/** Scripts to load after the first paint, and when the page is idle; empty if there is none. */
declare const AFTER_PAINT: string
declare const AT_REST: string
declare const FONT: string
declare const IS_FONT_EARLY: boolean
/** The script of the worker that reports a visit (lib/api/activity-worker.ts); empty if visits are not counted. */
declare const VISITS: string

const REST_MS = 1500

/** `documentElement` in fewer bytes: while the head is parsed, nothing follows the page's root. */
const root = document.lastChild as HTMLElement
/** Attributes used by the style sheets: `data-theme`, `data-font` and `data-offer`. */
const shown: Record<string, unknown> = root.dataset
/** Named once: each of its uses would cost eight bytes. */
const place = location
let memory: Record<string, string | undefined> = {}
let language: string | undefined

// The first visit of an address with a language writes it down. Storage that is forbidden is replaced for the page; a full
// one is still read.
try {
  memory = localStorage
  language = memory.localeLang
  if (!IS_SHARED) memory.localeLang ||= LOCALE
} catch {}

// A reader of Chinese gets the Chinese page of an English address, with query and anchor. A document that still loads is
// replaced in the history by what it leads to. Chinese addresses lead nowhere, so that there is no way round.
if (IS_ENGLISH && language === 'zh') place.pathname = language + place.pathname

// The theme: what was chosen, else what the system has. A browser that has the font in its cache takes it from the start.
shown.theme = memory.theme || (matchMedia('(prefers-color-scheme:dark)').matches ? 'night' : 'day')
shown.font = memory.font

// The language: a first visit is offered that of its browser (site-parts.css), by English pages alone. Where storage can't
// keep the app's, its entry of the history does.
if (IS_ENGLISH) shown.offer = language || navigator.language
if (IS_APP) language ||= history.state?.lang
if (IS_SHARED) language ||= navigator.language.slice(0, 2)
if ((IS_APP || IS_SHARED) && language === 'zh') root.lang = 'zh-CN'

// Clicks. `data-pick` names a language, on the button for the theme nothing. A link keeps the place in the page.
const click = (event: MouseEvent) => {
  // A click outside finds no button, and full storage throws: both end here.
  try {
    const button = (event.target as Element).closest('[data-pick]') as HTMLAnchorElement
    const language = button.dataset.pick
    // The theme's button has no use for a place, and nothing against it.
    if (!IS_APP) button.hash = place.hash
    if (language) {
      if (IS_APP) {
        history.replaceState({ ...history.state, lang: language }, '')
        place.reload()
      }
      memory.localeLang = language
      // 'night' has a fourth letter, 'day' has none.
    } else if (!IS_CHINESE || !event.button) memory.theme = shown.theme = (shown.theme as string)[3] ? 'day' : 'night'
  } catch {}
}
// biome-ignore lint/suspicious/noGlobalAssign: the page has no other listener of this kind
onclick = click
// A language link that opens a tab of its own by the middle button or the menu: the English page must not lead back here.
// biome-ignore lint/suspicious/noGlobalAssign: as above
if (IS_CHINESE) onauxclick = click

// Work after the load event. A request sent before the first paint would delay it, hence the timer behind the frame for
// scripts that change the first screen; the rest waits until the page is idle.
const load = () =>
  requestAnimationFrame(() => {
    const afterPaint = () => {
      if (AFTER_PAINT) import(/* @vite-ignore */ AFTER_PAINT)
      if (IS_FONT_EARLY) memory.font || import(/* @vite-ignore */ FONT)
    }
    if (AFTER_PAINT || IS_FONT_EARLY) setTimeout(afterPaint)
    const atRest = () => {
      if (AT_REST) import(/* @vite-ignore */ AT_REST)
      if (!IS_FONT_EARLY) memory.font || import(/* @vite-ignore */ FONT)
      return VISITS && new Worker(VISITS + place.pathname)
    }
    setTimeout(atRest, REST_MS)
  })
// biome-ignore lint/suspicious/noGlobalAssign: as above
if (!IS_APP) onload = load
