import { readFileSync } from 'node:fs'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { directory } from '#service/identity/users/directory.ts'
import type { Context } from '#service/platform/context.ts'
import { isOurs } from '#service/platform/http/headers.ts'
import { TooManyRequestsError } from '#service/platform/http/refusal.ts'
import type { CommandContext } from '#service/platform/operator/act.ts'
import { OperateError } from '#service/platform/operator/errors.ts'
import { applySchemes } from '../../../scripts/lib/schemes.mjs'
import { hasOperators } from './accounts.ts'
import type { Html } from './html.ts'
import { errorPage, pageOf, signInPage } from './layout.ts'
import {
  DEMO_OPERATOR,
  enterDemo,
  formTokenOf,
  isFormToken,
  type OperatorSession,
  proveSession,
  SESSION_SECONDS,
  sessionOf,
  setFlashMessage,
  signIn,
  signOut,
} from './sessions.ts'
import { backTo, type ViewChoice, valueOfCookie, viewChoiceOf, viewCookie } from './view-choice.ts'
import type { Visit } from './visit.ts'

/** An answer to a report may have 20,000 characters, each up to nine bytes in a form. */
const FORM_BYTES = 256 * 1024
const COOKIE = 'idleforge_operator'
const read = (name: string) => readFileSync(new URL(`./assets/${name}`, import.meta.url), 'utf8')
/** The files that every page names. */
const assets: Readonly<Record<string, { type: string; body: string }>> = {
  '/style.css': { type: 'text/css', body: applySchemes(read('style.css')) },
  '/keys.js': { type: 'text/javascript', body: read('keys.js') },
}

const headers = {
  'content-security-policy':
    "default-src 'none'; style-src 'self'; script-src 'self'; font-src 'self'; img-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
  'cache-control': 'no-store',
  // With "no-referrer" browsers send no origin with a form either.
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'x-robots-tag': 'noindex, nofollow',
}

const send = (reply: FastifyReply, page: Html, status = 200): FastifyReply =>
  reply.code(status).headers(headers).type('text/html; charset=utf-8').send(String(page))

/**
 * The page for operators, at /operate: plain documents and forms; its one script has the keys, and every form works without it.
 * Without an operator account there is nothing at its address. Its forms and pages run the acts of the operator's program.
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
  const { path, query } = addressOf(request)
  const asset = Object.hasOwn(assets, path) ? assets[path] : undefined
  if (asset)
    return reply
      .headers({ ...headers, 'cache-control': 'no-cache' })
      .type(asset.type)
      .send(asset.body)
  const isPost = request.method === 'POST'
  const choice = choiceOf(request)
  const { t } = choice.texts
  if (isPost && !isFromHere(ctx, request))
    return send(reply, errorPage(choice, t('errors.origin'), t('errors.originText')), 403)
  const fields = (isPost && (request.body as URLSearchParams | undefined)) || new URLSearchParams()
  if (isPost && path === '/view') return setView(ctx, fields, { request, reply })
  if (isPost && path === '/sign-in') return enter(ctx, fields, { request, reply })
  if (isPost && path === '/demo') return admit(ctx, await enterDemo(ctx), reply)
  const isDemo = ctx.config.demo
  const session = await sessionOf(ctx, valueOfCookie(request, COOKIE))
  if (!session)
    return isPost
      ? send(reply, signInPage(choice, { errorText: t('signIn.ended'), isDemo }), 401)
      : send(reply, signInPage(choice, { isDemo }))
  if (isPost && !isFormToken(session, fields.get('form')))
    return send(reply, errorPage(choice, t('errors.origin'), t('errors.sessionText')), 403)
  if (isPost && path === '/sign-out') return leave(ctx, session, reply)
  const visit = {
    ...choice.texts,
    ctx,
    context: adminOf(ctx, session),
    role: session.role,
    isProven: session.isProven || (ctx.config.demo && session.operator === DEMO_OPERATOR),
    prove: (code: string) => proveSession(ctx, session, code),
    form: formTokenOf(session),
    path,
    query,
    fields,
  }
  return serve(visit, session, { reply, isPost, choice })
}

function addressOf({ url }: FastifyRequest): { path: string; query: URLSearchParams } {
  const [address = '', query = ''] = url.split('?', 2)
  return { path: address.slice('/operate'.length).replace(/\/+$/, ''), query: new URLSearchParams(query) }
}

/** The look of a page; a page that answers a form returns to the list of its area. */
function choiceOf(request: FastifyRequest): ViewChoice {
  const { path } = addressOf(request)
  const back = request.method === 'POST' ? (/^\/[\w-]+/.exec(path)?.[0] ?? '') : request.url.slice('/operate'.length)
  return viewChoiceOf(request, back === '/sign-in' ? '' : back)
}

const isSecure = ({ config }: Context): boolean => config.origin.startsWith('https://')

const setView = (ctx: Context, fields: URLSearchParams, { request, reply }: Exchange): FastifyReply =>
  reply
    .headers(headers)
    .header('set-cookie', viewCookie(request, fields, isSecure(ctx)))
    .redirect(`/operate${backTo(fields.get('back'))}`, 303)

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
  { reply, isPost, choice }: { reply: FastifyReply; isPost: boolean; choice: ViewChoice },
) {
  // Loaded at the first sign-in: a node without operators does not load the acts.
  const { answerTo } = await import('./pages.ts')
  const found = await answerTo(visit, isPost).catch((error: unknown) => {
    if (error instanceof OperateError) return error
    throw error
  })
  const { t, say } = visit
  if (found instanceof OperateError) return send(reply, errorPage(choice, t('errors.nothing'), say(found.text)), 404)
  if (found === undefined) return send(reply, errorPage(choice, t('errors.nothing'), t('errors.nothingText')), 404)
  if ('picture' in found) return reply.headers(headers).type('image/webp').send(found.picture)
  if ('redirect' in found) {
    await setFlashMessage(visit.ctx, session, found.flashMessage ?? null)
    return reply.headers(headers).redirect(`/operate${found.redirect}`, 303)
  }
  if (session.said !== null) await setFlashMessage(visit.ctx, session, null)
  const { page, refusal } = found
  const shown = { ...visit, ...(refusal !== undefined && { refusal }) }
  return send(reply, pageOf(shown, page, { choice, flashMessage: session.said }), refusal === undefined ? 200 : 409)
}

async function enter(ctx: Context, fields: URLSearchParams, { request, reply }: Exchange): Promise<unknown> {
  const text = (name: string) => fields.get(name) ?? ''
  const isDemo = ctx.config.demo
  const choice = choiceOf(request)
  const { t, say } = choice.texts
  const seen = { ip: request.ip, userAgent: request.headers['user-agent'] ?? '' }
  try {
    return admit(ctx, await signIn(ctx, { name: text('name'), key: text('key'), code: text('code') }, seen), reply)
  } catch (error) {
    if (error instanceof OperateError)
      return send(reply, signInPage(choice, { errorText: say(error.text), name: text('name'), isDemo }), 401)
    if (!(error instanceof TooManyRequestsError)) throw error
    reply.header('retry-after', error.retryAfterSeconds)
    const sentence = t('signIn.tooMany', { count: Math.ceil(error.retryAfterSeconds / 60) })
    return send(reply, signInPage(choice, { errorText: sentence, name: text('name'), isDemo }), 429)
  }
}

const admit = (ctx: Context, token: string, reply: FastifyReply): FastifyReply =>
  reply
    .headers(headers)
    .header('set-cookie', cookie(ctx, token, SESSION_SECONDS))
    .redirect('/operate', 303)

async function leave(ctx: Context, session: OperatorSession, reply: FastifyReply): Promise<unknown> {
  await signOut(ctx, session)
  return reply
    .headers(headers)
    .header('set-cookie', cookie(ctx, '', 0))
    .redirect('/operate', 303)
}

const cookie = (ctx: Context, token: string, seconds: number): string =>
  `${COOKIE}=${token}; Path=/operate; Max-Age=${seconds}; HttpOnly; SameSite=Strict${isSecure(ctx) ? '; Secure' : ''}`

interface Exchange {
  request: FastifyRequest
  reply: FastifyReply
}

function sorry(ctx: Context, error: unknown, { request, reply }: Exchange): FastifyReply {
  const choice = choiceOf(request)
  const { t } = choice.texts
  if (error instanceof TooManyRequestsError) {
    reply.header('retry-after', error.retryAfterSeconds)
    return send(reply, errorPage(choice, t('errors.tooMany'), t('errors.tooManyText')), 429)
  }
  const status = (error as { statusCode?: number }).statusCode ?? 500
  if (status < 500) return send(reply, errorPage(choice, t('errors.form'), t('errors.formText')), status)
  ctx.log.error({ err: error, requestId: request.id }, 'a page for operators failed')
  return send(reply, errorPage(choice, t('errors.failed'), t('errors.failedText', { id: request.id })), 500)
}
