import { readFileSync } from 'node:fs'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { directory } from '#service/identity/users/directory.ts'
import type { Context } from '#service/platform/context.ts'
import { isOurs } from '#service/platform/http/headers.ts'
import { TooManyRequestsError } from '#service/platform/http/refusal.ts'
import type { CommandContext } from '#service/platform/operator/act.ts'
import { OperateError } from '#service/platform/operator/errors.ts'
import { hasOperators } from './accounts.ts'
import type { Html } from './html.ts'
import { errorPage, pageOf, signInPage } from './layout.ts'
import {
  formTokenOf,
  isFormToken,
  type OperatorSession,
  SESSION_SECONDS,
  sessionOf,
  setFlashMessage,
  signIn,
  signOut,
} from './sessions.ts'
import type { Visit } from './visit.ts'

/** An answer to a report may have 20,000 characters, each up to nine bytes in a form. */
const FORM_BYTES = 256 * 1024
const COOKIE = 'idleforge_operator'
const style = readFileSync(new URL('./style.css', import.meta.url), 'utf8')

const headers = {
  'content-security-policy':
    "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
  'cache-control': 'no-store',
  // With "no-referrer" browsers send no origin with a form either.
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'x-robots-tag': 'noindex, nofollow',
}

const send = (reply: FastifyReply, page: Html, status = 200): FastifyReply =>
  reply.code(status).headers(headers).type('text/html; charset=utf-8').send(String(page))

/**
 * The page for operators, at /operate: plain documents and forms, no script. Without an operator account there is nothing
 * at its address. Its forms and pages run the acts of the operator's program.
 */
export function adminRoutes(http: FastifyInstance, ctx: Context): void {
  let wasThere = false
  void http.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: FORM_BYTES },
      (_, body, done) => done(null, fieldsOf(String(body))),
    )
    scope.setErrorHandler((error, request, reply) =>
      wasThere ? sorry(ctx, error, { request, reply }) : reply.callNotFound(),
    )
    scope.addHook('onRequest', async (request) => {
      const isCalm = await ctx.limits.count('adminVisitIp', request.ip)
      if (isCalm) wasThere = await hasOperators(ctx.db)
      if (wasThere && !isCalm) throw new TooManyRequestsError(60)
    })
    for (const url of ['/operate', '/operate/*'])
      scope.route({
        method: ['GET', 'POST'],
        url,
        handler: (request, reply) => (wasThere ? answer(ctx, request, reply) : reply.callNotFound()),
      })
  })
}

/** The fields of a form. PostgreSQL stores no NUL, and a form sends a line break as two characters. */
const fieldsOf = (body: string): URLSearchParams =>
  new URLSearchParams(
    [...new URLSearchParams(body)].map(([name, value]) => [name, value.replaceAll('\0', '').replaceAll('\r\n', '\n')]),
  )

async function answer(ctx: Context, request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
  const [address = '', query = ''] = request.url.split('?', 2)
  const path = address.slice('/operate'.length).replace(/\/+$/, '')
  if (path === '/style.css')
    return reply
      .headers({ ...headers, 'cache-control': 'no-cache' })
      .type('text/css')
      .send(style)
  const isPost = request.method === 'POST'
  if (isPost && !isFromHere(ctx, request))
    return send(reply, errorPage('Not from here', 'This form was not sent from this page. Nothing was done.'), 403)
  const fields = (isPost && (request.body as URLSearchParams | undefined)) || new URLSearchParams()
  if (isPost && path === '/sign-in') return enter(ctx, fields, { request, reply })
  const session = await sessionOf(ctx, cookieOf(request))
  if (!session)
    return isPost
      ? send(reply, signInPage('Your session has ended. Nothing was done.'), 401)
      : send(reply, signInPage())
  if (isPost && !isFormToken(session, fields.get('form')))
    return send(reply, errorPage('Not from here', 'This form is of another session. Nothing was done.'), 403)
  if (isPost && path === '/sign-out') return leave(ctx, session, reply)
  const visit = {
    ctx,
    context: adminOf(ctx, session),
    form: formTokenOf(session),
    path,
    query: new URLSearchParams(query),
    fields,
  }
  return serve(visit, session, { reply, isPost })
}

/** Whether the browser names this site as the origin of a form; a form without an origin is refused. */
function isFromHere({ config }: Context, { headers: { origin, referer, host } }: FastifyRequest): boolean {
  const from = origin ?? (referer !== undefined && URL.canParse(referer) ? new URL(referer).origin : undefined)
  return from !== undefined && isOurs(from, { config, host })
}

const adminOf = (ctx: Context, { operator }: OperatorSession): CommandContext => ({
  config: ctx.config,
  db: ctx.db,
  database: 'of the service',
  now: () => ctx.clock.now(),
  operator,
  cwd: undefined,
  directory,
})

async function serve(
  visit: Visit,
  session: OperatorSession,
  { reply, isPost }: { reply: FastifyReply; isPost: boolean },
) {
  // Loaded at the first sign-in: a node without operators does not load the acts.
  const { answerTo } = await import('./pages.ts')
  const found = await answerTo(visit, isPost).catch((error: unknown) => {
    if (error instanceof OperateError) return error
    throw error
  })
  if (found instanceof OperateError) return send(reply, errorPage('Nothing here', found.message), 404)
  if (found === undefined) return send(reply, errorPage('Nothing here', 'There is no such page.'), 404)
  if ('picture' in found) return reply.headers(headers).type('image/webp').send(found.picture)
  if ('redirect' in found) {
    await setFlashMessage(visit.ctx, session, found.flashMessage)
    return reply.headers(headers).redirect(`/operate${found.redirect}`, 303)
  }
  if (session.said !== null) await setFlashMessage(visit.ctx, session, null)
  const { page, refusal } = found
  return send(
    reply,
    pageOf({ ...visit, ...(refusal !== undefined && { refusal }) }, page, session.said),
    refusal === undefined ? 200 : 409,
  )
}

async function enter(ctx: Context, fields: URLSearchParams, { request, reply }: Exchange): Promise<unknown> {
  const text = (name: string) => fields.get(name) ?? ''
  const seen = { ip: request.ip, userAgent: request.headers['user-agent'] ?? '' }
  try {
    const token = await signIn(ctx, { name: text('name'), key: text('key'), code: text('code') }, seen)
    return reply
      .headers(headers)
      .header('set-cookie', cookie(ctx, token, SESSION_SECONDS))
      .redirect('/operate', 303)
  } catch (error) {
    if (error instanceof OperateError) return send(reply, signInPage(error.message, text('name')), 401)
    if (!(error instanceof TooManyRequestsError)) throw error
    reply.header('retry-after', error.retryAfterSeconds)
    const minutes = Math.ceil(error.retryAfterSeconds / 60)
    return send(reply, signInPage(`Too many tries. Wait ${minutes} min.`, text('name')), 429)
  }
}

async function leave(ctx: Context, session: OperatorSession, reply: FastifyReply): Promise<unknown> {
  await signOut(ctx, session)
  return reply
    .headers(headers)
    .header('set-cookie', cookie(ctx, '', 0))
    .redirect('/operate', 303)
}

const cookie = ({ config }: Context, token: string, seconds: number): string => {
  const secure = config.origin.startsWith('https://') ? '; Secure' : ''
  return `${COOKIE}=${token}; Path=/operate; Max-Age=${seconds}; HttpOnly; SameSite=Strict${secure}`
}

const cookieOf = ({ headers: { cookie } }: FastifyRequest): string | undefined =>
  cookie
    ?.split(';')
    .map((one) => one.trim())
    .find((one) => one.startsWith(`${COOKIE}=`))
    ?.slice(COOKIE.length + 1)

interface Exchange {
  request: FastifyRequest
  reply: FastifyReply
}

function sorry(ctx: Context, error: unknown, { request, reply }: Exchange): FastifyReply {
  if (error instanceof TooManyRequestsError) {
    reply.header('retry-after', error.retryAfterSeconds)
    return send(reply, errorPage('Too many requests', 'Wait a minute, then try again.'), 429)
  }
  const status = (error as { statusCode?: number }).statusCode ?? 500
  if (status < 500)
    return send(reply, errorPage('Not understood', 'This form cannot be read. Nothing was done.'), status)
  ctx.log.error({ err: error, requestId: request.id }, 'a page for operators failed')
  const sentence = `Something went wrong on our side. The log has it as ${request.id}. Look before you try again: it may have been done.`
  return send(reply, errorPage('It failed', sentence), 500)
}
