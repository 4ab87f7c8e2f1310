/**
 * The inline script that loads src/lazy/{name}.ts once the page is loaded: nothing of it is asked for before. The built
 * file has a fixed name, dist/lazy/{name}.js (scripts/lazy.mjs); under `npm run dev` the source itself is served.
 */
export type LazyScript = 'calculator' | 'download' | 'payouts' | 'search' | 'status'

export const loadLazily = (name: LazyScript): string =>
  `addEventListener('load',_=>import('${import.meta.env.DEV ? `/src/lazy/${name}.ts` : `/lazy/${name}.js`}'))`
