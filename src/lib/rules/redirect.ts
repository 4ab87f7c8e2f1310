import { parseUrl } from '../text/parse-url.ts'

const MAX_LENGTH = 2048
/** Control characters, white space and backslashes have no place in a path of ours. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is refused here
const unwanted = /[\u0000-\u0020\u007f-\u00a0\\\u2028\u2029\ufeff]/

/**
 * The path of this site that a `redirect` value names, or `/user` when it names anything else: another origin, a
 * scheme, a protocol-relative address, or a sign-in page (which would be a loop). See ADR-130.
 */
export function safeRedirect(value: string | null | undefined, fallback = '/user'): string {
  if (!value || value.length > MAX_LENGTH || unwanted.test(value)) return fallback
  if (!value.startsWith('/') || value.startsWith('//')) return fallback
  const base = 'https://site.invalid'
  const url = parseUrl(value, base)
  // Stryker disable next-line ConditionalExpression, OptionalChaining: nothing above has let another origin through, and this does not rely on it
  if (url?.origin !== base || unwanted.test(safeDecode(url.pathname)) || url.pathname.startsWith('//')) return fallback
  if (isSignInPage(url.pathname)) return fallback
  return url.pathname + url.search + url.hash
}

/** True if a path may carry `redirect`: sign-in, registration, and password reset. */
export const isSignInPage = (path: string): boolean =>
  /^(\/zh)?\/(login|register|password|mobile-signup)(\/|$)/.test(path)

function safeDecode(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return '\\'
  }
}
