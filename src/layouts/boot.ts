import type { Locale } from '#lib/i18n/locales.ts'
import source from './boot-script.ts?raw'
import { inlineScript } from './inline-script.ts'

/** Scripts of src/lazy, each built as one file (scripts/lazy.mjs). */
export type LazyScript =
  | 'download'
  | 'earn'
  | 'google'
  | 'invited'
  | 'offline'
  | 'payouts'
  | 'points'
  | 'proofs'
  | 'read'
  | 'search'
  | 'status'
  | 'text'
  | 'watch'
/** They change the first view; the others serve content further down, or input. */
const inFirstScreen: readonly LazyScript[] = ['download', 'google', 'invited', 'proofs', 'read', 'status', 'text']

interface BootOptions {
  isBuilt: boolean
  locale: Locale
  isLanding?: boolean
  lazy?: LazyScript | undefined
}

/** The worker that reports a visit, with the path behind it (scripts/activity.mjs). */
const VISITS = '/a.js#'

const scriptAt = (name: string, isBuilt: boolean) => (isBuilt ? `/lazy/${name}.js` : `/src/lazy/${name}.ts`)

/**
 * For a page with an address in each language. Under `npm run dev` the worker is not built, and visits are not counted.
 */
export function bootOfPage({ isBuilt, locale, isLanding = false, lazy }: BootOptions): Promise<string> {
  const script = lazy ? scriptAt(lazy, isBuilt) : ''
  const isEarly = lazy !== undefined && inFirstScreen.includes(lazy)
  return inlineScript(source, {
    LOCALE: locale,
    IS_ENGLISH: locale === 'en',
    IS_CHINESE: locale === 'zh',
    IS_SHARED: false,
    IS_APP: false,
    AFTER_PAINT: isEarly ? script : '',
    AT_REST: isEarly ? '' : script,
    FONT: scriptAt('font', isBuilt),
    // On an English landing page large type changes with it.
    IS_FONT_EARLY: isLanding && locale === 'en',
    VISITS: isBuilt ? VISITS : '',
  })
}

interface SharedBootOptions extends Pick<BootOptions, 'isBuilt' | 'lazy'> {
  /** True if its visits are reported: a web view reports them itself, and the path of a shared watcher is secret. */
  isCounted?: boolean
}

/** For a page that both languages share. */
export const bootOfShared = ({ isBuilt, lazy, isCounted = false }: SharedBootOptions): Promise<string> =>
  inlineScript(source, {
    LOCALE: 'en',
    IS_ENGLISH: false,
    IS_CHINESE: false,
    IS_SHARED: true,
    IS_APP: false,
    AFTER_PAINT: lazy ? scriptAt(lazy, isBuilt) : '',
    AT_REST: '',
    FONT: scriptAt('font', isBuilt),
    IS_FONT_EARLY: false,
    VISITS: isBuilt && isCounted ? VISITS : '',
  })

/** The app's buttons work before any module is loaded; it loads the font itself, after its first screen is shown. */
export const bootOfApp = (): Promise<string> =>
  inlineScript(source, { LOCALE: 'en', IS_ENGLISH: false, IS_CHINESE: false, IS_APP: true, IS_SHARED: false })

/** Pages of this site are fetched when the pointer rests on their link; none is run before it is opened. */
export const speculation = '{"prefetch":[{"where":{"href_matches":"/*"},"eagerness":"moderate"}]}'
