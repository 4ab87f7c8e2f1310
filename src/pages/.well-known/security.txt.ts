import type { APIRoute } from 'astro'
import { brand } from '#lib/brand.ts'
import { utcDate } from '#lib/time/format.ts'

const VALID_SECONDS = 300 * 86_400

/** Security contact (RFC 9116). Every build renews its expiry. */
export const GET: APIRoute = ({ site }) => {
  const expires = utcDate(Date.now() / 1000 + VALID_SECONDS)
  const lines = [
    `Contact: mailto:${brand.securityEmail}`,
    `Expires: ${expires}T00:00:00Z`,
    'Preferred-Languages: en, zh',
    `Canonical: ${new URL('/.well-known/security.txt', site)}`,
    `Policy: ${new URL('/docs/security/', site)}`,
  ]
  return new Response(`${lines.join('\n')}\n`)
}
