// MDN's data about a browser's features and their versions.
import bcd from '@mdn/browser-compat-data' with { type: 'json' }
import { oldest } from './browsers.mjs'

export { bcd }

/** Our names of browsers, by MDN's. */
const names = {
  chrome: 'chrome',
  chrome_android: 'chrome',
  edge: 'edge',
  firefox: 'firefox',
  firefox_android: 'firefox',
  safari: 'safari',
  safari_ios: 'ios',
}

const isSince = (version, limit) =>
  typeof version === 'string' && version !== 'preview' && Number.parseFloat(version.replace('≤', '')) <= limit

/** An entry of a browser's history: unprefixed, enabled for everyone, and not removed. Partial support counts. */
const hasIt = (entry, limit) =>
  isSince(entry.version_added, limit) &&
  !isSince(entry.version_removed, limit) &&
  !entry.flags &&
  !entry.prefix &&
  !entry.alternative_name

/** The browsers of those that are supported whose oldest version has no such thing, each with the version that has. */
export function missingFeatures({ support }) {
  return Object.entries(names).flatMap(([browser, name]) => {
    const history = [support[browser] ?? { version_added: false }].flat()
    if (history.some((entry) => hasIt(entry, oldest[name]))) return []
    const since = history.find(({ version_added, flags }) => typeof version_added === 'string' && !flags)
    return [`${browser} ${since?.version_added ?? 'never'}`]
  })
}
