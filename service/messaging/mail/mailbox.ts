import Fastify, { type FastifyInstance } from 'fastify'
import { utcClock, utcDate } from '#lib/time/format.ts'
import { unixSeconds } from '#service/platform/clock.ts'
import type { Database } from '#service/platform/db/open.ts'
import { FOREIGN_HOST_SENTENCE, isLoopbackHost, refuseForeignHosts } from '#service/platform/http/host-names.ts'

const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)

/** An address in a letter, without the punctuation that follows it. */
const ADDRESS = /(https?:\/\/[^\s<>"'“”]*[^\s<>"'“”.,;:)。，；：）])/

/** A letter's text with its addresses as links, as in most mail programs. */
const withLinks = (text: string): string =>
  text
    .split(ADDRESS)
    .map(escapeHtml)
    .map((part, place) => (place % 2 ? `<a href="${part}">${part}</a>` : part))
    .join('')

const momentOf = (at: Date): string => `${utcDate(unixSeconds(at))} ${utcClock(unixSeconds(at))}`

const style =
  'body{font:15px/1.5 system-ui,sans-serif;max-width:44rem;margin:2rem auto;padding:0 1rem;color:#11181c;background:#f2f5f6}' +
  'article{background:#fff;border:1px solid #dce2e6;border-radius:12px;padding:1rem 1.25rem;margin:1rem 0}' +
  'h1{font-size:1.5rem}h2{font-size:1rem;margin:0}p{white-space:pre-wrap;margin:.5rem 0 0}small{color:#52606a}a{color:#c43d0a}' +
  '@media(prefers-color-scheme:dark){body{color:#e8edf0;background:#0c1013}article{background:#14191d;border-color:#252d33}small{color:#9aa7b0}a{color:#ff7a3d}}'

/**
 * Shows letters that were not sent because no SMTP server is set: a page on the loopback address only, whatever address the
 * service listens on.
 */
export async function openMailbox(db: Database, port: number): Promise<{ app: FastifyInstance; address: string }> {
  const app = Fastify({ logger: false })
  refuseForeignHosts(app, { isKnown: isLoopbackHost, sentence: FOREIGN_HOST_SENTENCE })
  app.get('/', async (_, reply) => {
    const letters = await db.selectFrom('local_mail').selectAll().orderBy('id', 'desc').limit(50).execute()
    const list = letters.map(
      (letter) =>
        `<article><h2>${escapeHtml(letter.subject)}</h2><small>${escapeHtml(letter.recipient)}, ` +
        `${momentOf(letter.sent_at)} UTC</small><p>${withLinks(letter.body)}</p></article>`,
    )
    const body = list.join('') || '<p>No letter yet. Codes appear here when somebody registers or signs in by code.</p>'
    return reply
      .type('text/html; charset=utf-8')
      .header('content-security-policy', `default-src 'none'; style-src 'unsafe-inline'`)
      .header('cache-control', 'no-store')
      .send(
        `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">` +
          `<meta http-equiv="refresh" content="5"><title>Local mailbox</title><style>${style}</style></head>` +
          `<body><h1>Local mailbox</h1>${body}</body></html>`,
      )
  })
  app.get('/letters.json', async () =>
    db.selectFrom('local_mail').selectAll().orderBy('id', 'desc').limit(50).execute(),
  )
  const address = await app.listen({ host: '127.0.0.1', port })
  return { app, address }
}
