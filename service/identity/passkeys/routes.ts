import * as signIn from '#lib/contract/passkey-login.ts'
import * as contract from '#lib/contract/passkeys.ts'
import type { Calls } from '#service/platform/http/calls.ts'
import { isLastSignInMethod } from '../sign-in/sign-in-methods.ts'
import { addPasskey, beginPasskey, passkeyList, removePasskey, renamePasskey } from './manage-passkeys.ts'
import { beginPasskeyLogin, signInByPasskey } from './sign-in.ts'

export function passkeyRoutes(calls: Calls): void {
  calls.on(contract.passkeys, async ({ ctx, session }) => {
    const list = await passkeyList(ctx.db, session.userId)
    return { list, isLast: list.length === 1 && (await isLastSignInMethod(ctx, session.userId, 'passkey')) }
  })

  calls.on(contract.beginPasskey, async ({ ctx, session }) => ({ options: await beginPasskey(ctx, session) }))

  calls.on(contract.addPasskey, ({ ctx, input, session, ...visitor }) =>
    addPasskey(ctx, { session, visitor }, { name: input.name, credential: input.credential as never }),
  )

  calls.on(contract.renamePasskey, ({ ctx, input, session, ...visitor }) =>
    renamePasskey(ctx, { session, visitor }, input),
  )

  calls.on(contract.removePasskey, async ({ ctx, input, session, ...visitor }) => {
    await removePasskey(ctx, { session, visitor }, input._id)
    return {}
  })

  calls.on(signIn.beginPasskeyLogin, async ({ ctx, ip }) => ({ options: await beginPasskeyLogin(ctx, ip) }))

  calls.on(signIn.passkeyLogin, ({ ctx, input, ...visitor }) =>
    signInByPasskey(ctx, input.credential as never, visitor),
  )
}
