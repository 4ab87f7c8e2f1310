/**
 * The only script in the head of a page: what has to be done before the first paint, what the buttons for theme and
 * language do, and what is asked for once the page stands. Layouts write it into the page, minified and without what the
 * page at hand does not need (layouts/boot.ts); it imports nothing. Functions that are called once would cost every page
 * their calls, so its parts follow one another.
 */

/** The language of the page's address. */
declare const LOCALE: 'en' | 'zh'
/** One address for both languages, shown in the one that was chosen. */
declare const IS_SHARED: boolean
/** The app draws itself again in the language chosen, and fetches the font when its first screen has come (islands/app/call.ts). */
declare const IS_APP: boolean
/** Scripts to ask for after the first paint, and once the page has come to rest; empty where there is none. */
declare const AFTER_PAINT: string
declare const AT_REST: string
declare const FONT: string
declare const IS_FONT_EARLY: boolean
/** The script of the worker that reports a visit (lib/api/activity-worker.ts); empty where nobody counts. */
declare const VISITS: string

const REST_MS = 1500

const root = document.documentElement
/** What the style sheets go by: `data-theme`, `data-font` and `data-offer`. */
const shown: Record<string, unknown> = root.dataset
let memory: Record<string, string | undefined>
let language: string | undefined

// The first visit writes down its language. Storage that is full or forbidden is replaced for the page.
try {
  memory = localStorage
  language = memory.localeLang
  memory.localeLang ||= LOCALE
} catch {
  memory = {}
}

// The theme: what was chosen, else what the system has. A browser that has the font in its cache takes it from the start.
shown.theme = memory.theme || (matchMedia('(prefers-color-scheme:dark)').matches ? 'night' : 'day')
shown.font = memory.font

// The language: a first visit with a Chinese browser is offered Chinese (English pages alone show it). Where storage can't
// keep the app's, its entry of the history does.
if (!language) shown.offer = +/^zh/.test(navigator.language)
if (IS_APP) language ||= history.state?.lang
if ((IS_APP || IS_SHARED) && language === 'zh') root.lang = 'zh-CN'

// Clicks. `data-pick` names a language, on the button for the theme nothing. A link keeps the place in the page.
const click = (event: MouseEvent) => {
  // A click elsewhere finds no button, and a full storage keeps nothing: both end here.
  try {
    const button = (event.target as Element).closest('[data-pick]') as HTMLAnchorElement
    const language = button.dataset.pick
    if (!language) memory.theme = shown.theme = shown.theme === 'day' ? 'night' : 'day'
    else {
      if (IS_APP) {
        history.replaceState({ ...history.state, lang: language }, '')
        location.reload()
      } else button.hash = location.hash
      memory.localeLang = language
    }
  } catch {}
}
// biome-ignore lint/suspicious/noGlobalAssign: the page has no other listener of this kind
onclick = click

// Work after the load. A request that leaves before the first paint would be waited for with it, hence the timer behind the
// frame for what changes the first screen; the rest waits until the page has come to rest.
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
      if (VISITS) new Worker(VISITS + location.pathname)
    }
    setTimeout(atRest, REST_MS)
  })
// biome-ignore lint/suspicious/noGlobalAssign: as above
if (!IS_APP) onload = load
