/**
 * The only script in the head of a page, minified by hand because every page carries it (tests/site/budgets.ts). Before
 * the first paint it sets `data-theme` (localStorage `theme`, else the system's choice) and does the page's part in the
 * choice of language: the first visit writes `localeLang`; a Chinese browser is marked for the offer of Chinese
 * (`data-offer`, shown on English pages only); a page of one address takes its language from the choice. Storage that is
 * full or forbidden is replaced for the page. A browser that has the font in its cache takes it from the start
 * (`data-font` 1). Then it listens for the theme button (`data-flip`) and for language links (`data-locale`), which keep
 * the place in the page. After the load and the first paint it fetches the font on a first visit (lazy/font.ts), starts
 * the worker that reports the visit (lib/api/activity-worker.ts), and loads what the page has of src/lazy.
 * (document.all[0] is the html element, nine bytes shorter; `d.theme<'e'` is day.)
 */
const theme = [
  "{let s,e=document.all[0],d=e.dataset,l;try{s=localStorage;s.localeLang=l=s.localeLang||''}catch{s={}}",
  "d.theme=s.theme||(matchMedia('(prefers-color-scheme:dark)').matches?'night':'day');",
  'l||(s.localeLang=l=e.lang.slice(0,2),d.offer=+/^zh/.test(navigator.language));',
]
const chosenLanguage = "if(l=='zh')e.lang='zh-CN';"
const clicksThat = (choose: string) => [
  'd.font=s.font;',
  `onclick=({target:t})=>(t=t.closest('[data-flip],[data-locale]'))&&((l=t.dataset.locale)?(s.localeLang=l,${choose}):`,
  "s.theme=d.theme=d.theme<'e'?'night':'day');",
]
const clicks = clicksThat('t.hash=location.hash')
const afterPaint = (work: readonly string[]) => `onload=_=>requestAnimationFrame(_=>setTimeout(_=>{${work.join(';')}}))`
const visit = "new Worker('/a.js#'+location.pathname)"

const scriptAt = (name: string, isBuilt: boolean) =>
  `import('${isBuilt ? `/lazy/${name}.js` : `/src/lazy/${name}.ts`}')`
const fontAt = (isBuilt: boolean) => `s.font||${scriptAt('font', isBuilt)}`

/** Scripts of src/lazy, each built as one file (scripts/lazy.mjs). */
export type LazyScript = 'calculator' | 'download' | 'payouts' | 'search' | 'status'

/** Of a page with an address in each language. Under `npm run dev` the worker is not built, and nobody counts visits. */
export function bootOfPage({ isBuilt, lazy }: { isBuilt: boolean; lazy?: LazyScript | undefined }): string {
  const work = [fontAt(isBuilt), isBuilt && visit, lazy && scriptAt(lazy, isBuilt)].filter(
    (part) => typeof part === 'string',
  )
  return [...theme, ...clicks, afterPaint(work), '}'].join('')
}

/** Of a page that both languages share, which nobody counts by itself. */
export function bootOfShared({ isBuilt }: { isBuilt: boolean }): string {
  return [...theme, chosenLanguage, ...clicks, afterPaint([fontAt(isBuilt)]), '}'].join('')
}

/**
 * The app's buttons for the theme and the language act before any module has come, and the page loads again in the
 * language chosen. The app fetches the font itself, when its first screen has come (islands/app/call.ts).
 */
export const bootOfApp: string = [...theme, chosenLanguage, ...clicksThat('location.reload()'), '}'].join('')

/** Pages of this site are fetched when the pointer rests on their link; none is run before it is opened. */
export const speculation = '{"prefetch":[{"where":{"href_matches":"/*"},"eagerness":"moderate"}]}'
