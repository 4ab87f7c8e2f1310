import { buffer } from 'node:stream/consumers'
import type { FastifyInstance } from 'fastify'
import en from '../../public/locales/en/app.json' with { type: 'json' }
import zh from '../../public/locales/zh/app.json' with { type: 'json' }

/** Pages of the app, which show the mark in their own navigation. */
const ofApp = /^\/(?:user|messages)(?:[/?]|$)/

/** Marks every page of the site as simulated, by an attribute that the styles show. */
export function markPages(http: FastifyInstance): void {
  http.addHook('onSend', (request, reply, payload, done) => {
    const isPage = String(reply.getHeader('content-type')).startsWith('text/html')
    if (!isPage || ofApp.test(request.url)) return done(null, payload)
    reply.removeHeader('content-length')
    if (request.method === 'HEAD') return done(null, payload)
    if (typeof payload === 'string') return done(null, marked(payload))
    buffer(payload as NodeJS.ReadableStream).then((page) => done(null, marked(String(page))), done)
  })
}

/** In Chinese as well: a page of one address is served in English and may turn to Chinese. */
const marked = (page: string): string =>
  page.replace(
    /<html lang="(\w+)/,
    (start, locale) =>
      `<html data-demo="${locale === 'zh' ? zh.demo : en.demo}" data-demo-zh="${zh.demo}" ${start.slice(6)}`,
  )
