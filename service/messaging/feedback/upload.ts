import type { FastifyInstance } from 'fastify'
import { pictureUpload } from '#lib/contract/feedback.ts'
import { PICTURE_BYTES, pictureTypes } from '#lib/rules/feedback.ts'
import type { Context } from '#service/platform/context.ts'
import { success } from '#service/platform/http/reply.ts'
import { savePicture, takeTicket } from './pictures.ts'

/** The only route with a larger body limit; it checks the ticket before the body is read. */
export function pictureRoutes(app: FastifyInstance, ctx: Context): void {
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser([...pictureTypes], { parseAs: 'buffer' }, (_, body, done) => done(null, body))
    const tickets = new WeakMap<object, string>()
    scope.post(
      ctx.config.apiBase + pictureUpload.path,
      {
        bodyLimit: PICTURE_BYTES,
        async onRequest(request) {
          await ctx.limits.spend('openIp', request.ip)
          tickets.set(request, (await takeTicket(ctx, request.headers.ticket)).id)
        },
      },
      async (request) => success(await ctx.load.run(() => savePicture(ctx, tickets.get(request) ?? '', request.body))),
    )
  })
}
