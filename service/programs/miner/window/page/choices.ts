const YEAR_SECONDS = 365 * 86_400

/**
 * A choice of display. It is a cookie because each start has another port, and the browser's storage is one of the port; cookies are not
 * (RFC 6265, 8.5).
 */
export const readChoice = (name: string): string | undefined =>
  document.cookie
    .split('; ')
    .find((cookie) => cookie.startsWith(`idleforge-${name}=`))
    ?.split('=')[1]

export function writeChoice(name: string, value: string): void {
  // biome-ignore lint/suspicious/noDocumentCookie: Safari before 18.4 and Firefox before 140 have no CookieStore.
  document.cookie = `idleforge-${name}=${value}; Path=/; Max-Age=${YEAR_SECONDS}; SameSite=Strict`
}
