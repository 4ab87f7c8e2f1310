import type { Locale } from '#lib/i18n/locales.ts'

/**
 * The only script in the head of a page, minified by hand because every page carries it (tests/site/budgets.ts). Before
 * the first paint it sets `data-theme` (localStorage `theme`, else the system's choice) and does the page's part in the
 * choice of language: the first visit writes `localeLang`; a Chinese browser is marked for the offer of Chinese
 * (`data-offer`, shown on English pages only); a page of one address takes its language from the choice. Storage that is
 * full or forbidden is replaced for the page. A browser that has the font in its cache takes it from the start
 * (`data-font` 1). Then it listens for the theme button (`data-flip`) and for language links (`data-locale`), which keep
 * the place in the page. After the load and the first paint it asks for what changes the first screen: on a first visit to an
 * English landing page the font (lazy/font.ts), and two scripts of src/lazy. The rest waits until the page has come to
 * rest: the scripts of what stands further down or is typed into, the font elsewhere, and the worker that reports the
 * visit (lib/api/activity-worker.ts).
 * (document.all[0] is the html element, nine bytes shorter; `d.theme<'e'` is day.)
 */
const themeAndLanguage = (locale: Locale) => [
  `{let s,d=document.all[0].dataset,l;try{s=localStorage;s.localeLang=(l=s.localeLang)||'${locale}'}catch{s={}}`,
  "d.theme=s.theme||(matchMedia('(prefers-color-scheme:dark)').matches?'night':'day');",
  'l||(d.offer=+/^zh/.test(navigator.language));',
]
const chosenLanguage = "if(l=='zh')document.all[0].lang='zh-CN';"
const clicksThat = (choose: string) => [
  'd.font=s.font;',
  `onclick=t=>{try{(l=(t=t.target.closest('[data-flip],[data-locale]')).dataset.locale)?(${choose},s.localeLang=l):`,
  "s.theme=d.theme=d.theme<'e'?'night':'day'}catch{}};",
]
const clicks = clicksThat('t.hash=location.hash')
const restMs = 1500
/** A request that leaves before the first paint would be waited for with it, hence the timer behind the frame. */
function afterLoad(work: readonly string[], atRest: readonly string[]): string {
  const rest = `_=>{${atRest.join(';')}},${restMs}`
  const timers = work.length > 0 ? `(_,w=setTimeout)=>w(_=>{${work.join(';')};w(${rest})})` : `_=>setTimeout(${rest})`
  return `onload=_=>requestAnimationFrame(${timers})`
}
const visit = "new Worker('/a.js#'+location.pathname)"

const scriptAt = (name: string, isBuilt: boolean) =>
  `import('${isBuilt ? `/lazy/${name}.js` : `/src/lazy/${name}.ts`}')`
const fontAt = (isBuilt: boolean) => `s.font||${scriptAt('font', isBuilt)}`

/** Scripts of src/lazy, each built as one file (scripts/lazy.mjs). */
export type LazyScript =
  | 'calculator'
  | 'download'
  | 'google'
  | 'invited'
  | 'offline'
  | 'payouts'
  | 'search'
  | 'status'
  | 'watch'
/** They change what the first screen says; the others serve what stands further down, or what is typed. */
const inFirstScreen: readonly LazyScript[] = ['download', 'google', 'invited', 'status']

interface Wanted {
  isBuilt: boolean
  locale: Locale
  isLanding?: boolean
  lazy?: LazyScript | undefined
}

/** Of a page with an address in each language. Under `npm run dev` the worker is not built, and nobody counts visits. */
export function bootOfPage({ isBuilt, locale, isLanding = false, lazy }: Wanted): string {
  const font = { code: fontAt(isBuilt), isEarly: isLanding && locale === 'en' }
  const script = lazy && { code: scriptAt(lazy, isBuilt), isEarly: inFirstScreen.includes(lazy) }
  const report = isBuilt && { code: visit, isEarly: false }
  const work = [script, font, report].filter((part) => typeof part === 'object')
  const codesOf = (isEarly: boolean) => work.filter((part) => part.isEarly === isEarly).map(({ code }) => code)
  return [...themeAndLanguage(locale), ...clicks, afterLoad(codesOf(true), codesOf(false)), '}'].join('')
}

/** Of a page that both languages share, which nobody counts by itself. */
export function bootOfShared({ isBuilt, lazy }: Pick<Wanted, 'isBuilt' | 'lazy'>): string {
  const work = lazy ? [scriptAt(lazy, isBuilt)] : []
  return [...themeAndLanguage('en'), chosenLanguage, ...clicks, afterLoad(work, [fontAt(isBuilt)]), '}'].join('')
}

/**
 * The app's buttons for the theme and the language act before any module has come, and the page loads again in the
 * language chosen, which this entry of the history knows where storage can't keep it. The app fetches the font itself, when its first screen has come (islands/app/call.ts).
 */
export const bootOfApp: string = [
  ...themeAndLanguage('en'),
  'l=l||history.state?.lang;',
  chosenLanguage,
  ...clicksThat("history.replaceState({...history.state,lang:l},''),location.reload()"),
  '}',
].join('')

/** Pages of this site are fetched when the pointer rests on their link; none is run before it is opened. */
export const speculation = '{"prefetch":[{"where":{"href_matches":"/*"},"eagerness":"moderate"}]}'
