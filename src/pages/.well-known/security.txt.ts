import type { APIRoute } from 'astro'
import { brand } from '#lib/brand.ts'

const VALID_DAYS = 300

/** Where to report a weakness (RFC 9116). Every build makes it valid anew. */
export const GET: APIRoute = ({ site }) => {
  const expires = new Date(Date.now() + VALID_DAYS * 86_400_000).toISOString().slice(0, 10)
  const lines = [
    `Contact: mailto:${brand.securityEmail}`,
    `Expires: ${expires}T00:00:00Z`,
    'Preferred-Languages: en, zh',
    `Canonical: ${new URL('/.well-known/security.txt', site)}`,
    `Policy: ${new URL('/docs/security/', site)}`,
  ]
  return new Response(`${lines.join('\n')}\n`)
}
