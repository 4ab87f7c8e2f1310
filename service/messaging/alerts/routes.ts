import * as contract from '#lib/contract/alerts.ts'
import type { Calls } from '#service/platform/http/calls.ts'
import { unlinkChatOf } from '../notify/chat-delivery.ts'
import { deleteOutcome } from '../notify/outcomes.ts'
import { removeSubscription, savePushSubscription } from '../notify/subscriptions.ts'
import { setWebhook } from '../notify/webhooks.ts'
import { sendAgain, sendTest } from './channels.ts'
import { chatLink } from './chats.ts'
import { saveChoicesOf, savePreferencesOf, settingsOf } from './settings.ts'

export function alertRoutes(calls: Calls): void {
  calls.on(contract.alertSettings, ({ ctx, session, lang }) => settingsOf(ctx, session.userId, lang))

  calls.on(contract.saveChoices, async ({ ctx, input, session }) => {
    await saveChoicesOf(ctx.db, session.userId, input.choices)
    return {}
  })

  calls.on(contract.savePreferences, async ({ ctx, input, session, lang }) => {
    await savePreferencesOf(ctx, session.userId, { ...input, lang })
    return {}
  })

  calls.on(contract.testAlert, async ({ ctx, input, session, lang }) => {
    await ctx.limits.spend('alertTestUser', session.userId)
    await sendTest(ctx, session.userId, { channel: input.channel, lang })
    return {}
  })

  calls.on(contract.sendAgain, async ({ ctx, input, session, lang }) => {
    await ctx.limits.spend('alertTestUser', session.userId)
    await sendAgain(ctx, { ...input, userId: session.userId, lang })
    return {}
  })

  channelRoutes(calls)
}

/** Channels have to be set up before they can be chosen. */
function channelRoutes(calls: Calls): void {
  calls.on(contract.saveWebhook, async ({ ctx, input, session }) => {
    await ctx.limits.spend('alertUser', session.userId)
    const saved = await setWebhook(ctx, session.userId, input.url)
    await deleteOutcome(ctx.db, { userId: session.userId, channel: 'webhook', recipient: '' })
    return saved
  })

  calls.on(contract.linkTelegram, async ({ ctx, session }) => {
    await ctx.limits.spend('alertUser', session.userId)
    return chatLink(ctx, session)
  })

  calls.on(contract.unlinkTelegram, async ({ ctx, session }) => {
    await unlinkChatOf(ctx.db, session.userId)
    await deleteOutcome(ctx.db, { userId: session.userId, channel: 'telegram', recipient: '' })
    return {}
  })

  calls.on(contract.addPush, async ({ ctx, input, session, userAgent }) => {
    await ctx.limits.spend('alertUser', session.userId)
    return savePushSubscription(ctx, { session, userAgent, subscription: input })
  })

  calls.on(contract.removePush, async ({ ctx, input, session }) => {
    await removeSubscription(ctx.db, { id: input.id, userId: session.userId })
    await deleteOutcome(ctx.db, { userId: session.userId, channel: 'push', recipient: input.id })
    return {}
  })
}
