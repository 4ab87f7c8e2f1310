/**
 * The only script of a public page, in its head, minified by hand because every page carries it (tests/site/budgets.ts).
 * Before the first paint it sets `data-theme` (localStorage `theme`, else the system's choice) and does the page's part
 * in the choice of language: the first visit writes `localeLang`; a Chinese browser is marked for the offer of Chinese
 * (`data-offer`, shown on English pages only); a page of one address (`data-any`) takes its language from the choice.
 * Storage that is full or forbidden is replaced for the page. Then it listens for the theme button (`data-flip`) and for
 * language links (`data-locale`). When the page is loaded and idle, it asks for the font (`data-font`), which a first visit
 * so never waits for and later ones have in their cache from the start; and a page with an address in each language
 * starts the worker that reports the visit (lib/api/activity-worker.ts).
 */
const page = [
  "{let s,e=document.documentElement,d=e.dataset,l;try{s=localStorage;s.localeLang=l=s.localeLang||''}catch{s={}}",
  "d.theme=s.theme||(matchMedia('(prefers-color-scheme:dark)').matches?'night':'day');",
  'if(!l){s.localeLang=l=e.lang.slice(0,2);d.offer=+/^zh/.test(navigator.language)}',
  "if(d.any&&l=='zh')e.lang='zh-CN';d.font=s.font;",
  "onclick=({target:t})=>{if(t=t.closest('[data-flip],[data-locale]'))",
  "if(t=t.dataset.locale)s.localeLang=t;else s.theme=d.theme=d.theme=='day'?'night':'day'};",
]
const idle = (work: string) => `onload=_=>(self.requestIdleCallback||setTimeout)(_=>{${work}})}`
const font = 's.font=d.font=1'
const visit = "d.any||new Worker('/a.js',{name:location.pathname})"

/** Visits are counted where the worker is built, which it is not under `npm run dev`. */
export const bootOfPage = (isBuilt: boolean): string => [...page, idle(isBuilt ? `${font};${visit}` : font)].join('')

/** The app asks for the font itself, when its first screen has come (islands/app/font.ts). */
export const bootOfApp = [...page, '}'].join('')

/** Pages of this site are fetched when the pointer rests on their link; none is run before it is opened. */
export const speculation = '{"prefetch":[{"where":{"href_matches":"/*"},"eagerness":"moderate"}]}'
