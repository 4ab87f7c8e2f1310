/**
 * The only script in the head of a page, minified by hand because every page carries it (tests/site/budgets.ts). Before
 * the first paint it sets `data-theme` (localStorage `theme`, else the system's choice) and does the page's part in the
 * choice of language: the first visit writes `localeLang`; a Chinese browser is marked for the offer of Chinese
 * (`data-offer`, shown on English pages only); a page of one address takes its language from the choice. Storage that is
 * full or forbidden is replaced for the page. Then it listens for the theme button (`data-flip`) and for language links
 * (`data-locale`), which keep the place in the page. After the load and the first paint it asks for the font
 * (`data-font`), which a first visit so never waits for and later ones have in their cache from the start, starts the
 * worker that reports the visit (lib/api/activity-worker.ts), and loads what the page has of src/lazy. (document.all[0]
 * is the html element, nine bytes shorter.)
 */
const theme = [
  "{let s,e=document.all[0],d=e.dataset,l;try{s=localStorage;s.localeLang=l=s.localeLang||''}catch{s={}}",
  "d.theme=s.theme||(matchMedia('(prefers-color-scheme:dark)').matches?'night':'day');",
  'if(!l){s.localeLang=l=e.lang.slice(0,2);d.offer=+/^zh/.test(navigator.language)}',
]
const chosenLanguage = "if(l=='zh')e.lang='zh-CN';"
const clicks = [
  'd.font=s.font;',
  "onclick=({target:t})=>{if(t=t.closest('[data-flip],[data-locale]'))if(l=t.dataset.locale)s.localeLang=l,",
  "t.hash=location.hash;else s.theme=d.theme=d.theme=='day'?'night':'day'};",
]
const afterPaint = (work: readonly string[]) => `onload=_=>requestAnimationFrame(_=>setTimeout(_=>{${work.join(';')}}))`
const font = 's.font=d.font=1'
const visit = "new Worker('/a.js',{name:location.pathname})"

/** Scripts of src/lazy, each built as one file (scripts/lazy.mjs). */
export type LazyScript = 'calculator' | 'download' | 'payouts' | 'search' | 'status'

/** Of a page with an address in each language. Under `npm run dev` the worker is not built, and nobody counts visits. */
export function bootOfPage({ isBuilt, lazy }: { isBuilt: boolean; lazy?: LazyScript | undefined }): string {
  const script = lazy && `import('${isBuilt ? `/lazy/${lazy}.js` : `/src/lazy/${lazy}.ts`}')`
  const work = [font, isBuilt && visit, script].filter((part) => typeof part === 'string')
  return [...theme, ...clicks, afterPaint(work), '}'].join('')
}

/** Of a page that both languages share, which nobody counts by itself. */
export const bootOfShared: string = [...theme, chosenLanguage, ...clicks, afterPaint([font]), '}'].join('')

/** The app asks for the font itself, when its first screen has come (islands/app/font.ts). */
export const bootOfApp: string = [...theme, chosenLanguage, ...clicks, '}'].join('')

/** Pages of this site are fetched when the pointer rests on their link; none is run before it is opened. */
export const speculation = '{"prefetch":[{"where":{"href_matches":"/*"},"eagerness":"moderate"}]}'
