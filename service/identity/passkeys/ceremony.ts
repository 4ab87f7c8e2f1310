import {
  type AuthenticationResponseJSON,
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server'
import { brand } from '#lib/brand.ts'
import { PASSKEY_CHALLENGE_MS } from '#lib/rules/sign-in.ts'
import { readableEmail } from '#service/messaging/mail/email-address.ts'
import type { Context } from '#service/platform/context.ts'
import type { Database } from '#service/platform/db/open.ts'
import { RefusalError } from '#service/platform/http/refusal.ts'
import { hashToken, newToken } from '#service/platform/ids.ts'
import type { PasskeyTable } from './tables.ts'

/**
 * The relying party id is the host name of PUBLIC_ORIGIN. It has to be a name: on this machine, where the address may be a
 * number, it is `localhost` at any port.
 */
const isLocalOrigin = ({ config }: Context): boolean =>
  ['127.0.0.1', 'localhost'].includes(new URL(config.origin).hostname)
const relyingPartyId = (ctx: Context): string =>
  isLocalOrigin(ctx) ? 'localhost' : new URL(ctx.config.origin).hostname

function originOf(ctx: Context, clientDataJSON: string): string {
  if (!isLocalOrigin(ctx)) return ctx.config.origin
  const { origin } = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString('utf8')) as { origin?: unknown }
  return typeof origin === 'string' && /^http:\/\/localhost(?::\d+)?$/.test(origin) ? origin : ctx.config.origin
}

/** Creates a challenge that is valid once, for this user or, in a sign-in, for anybody. */
async function newChallenge(ctx: Context, userId: string | null): Promise<Uint8Array<ArrayBuffer>> {
  const challenge = newToken()
  await ctx.db
    .insertInto('passkey_challenges')
    .values({
      challenge_hash: hashToken(challenge),
      user_id: userId,
      expires_at: new Date(ctx.clock.now() + PASSKEY_CHALLENGE_MS),
    })
    .execute()
  return new Uint8Array(Buffer.from(challenge, 'base64url'))
}

const takeChallenge =
  (ctx: Context, userId: string | null) =>
  async (challenge: string): Promise<boolean> => {
    const { numDeletedRows } = await ctx.db
      .deleteFrom('passkey_challenges')
      .where('challenge_hash', '=', hashToken(challenge))
      .where('user_id', userId === null ? 'is' : '=', userId)
      .where('expires_at', '>', new Date(ctx.clock.now()))
      .executeTakeFirst()
    return numDeletedRows === 1n
  }

type Options = Record<string, unknown>

/** Options for `navigator.credentials.create`; `known` are excluded credential ids. */
export const creationOptions = async (
  ctx: Context,
  of: { userId: string; username: string; known: readonly string[] },
): Promise<Options> => ({
  ...(await generateRegistrationOptions({
    rpName: brand.name,
    rpID: relyingPartyId(ctx),
    userID: new Uint8Array(Buffer.from(of.userId, 'utf8')),
    userName: readableEmail(of.username),
    challenge: await newChallenge(ctx, of.userId),
    timeout: PASSKEY_CHALLENGE_MS,
    attestationType: 'none',
    excludeCredentials: of.known.map((id) => ({ id })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    supportedAlgorithmIDs: [-7, -8, -257],
  })),
})

/** Options for `navigator.credentials.get`. */
export const requestOptions = async (ctx: Context): Promise<Options> => ({
  ...(await generateAuthenticationOptions({
    rpID: relyingPartyId(ctx),
    challenge: await newChallenge(ctx, null),
    timeout: PASSKEY_CHALLENGE_MS,
    userVerification: 'required',
  })),
})

/** Maps errors of the library, which concern the sent data, to a refusal. */
async function verify<T extends { verified: boolean }>(ctx: Context, work: () => Promise<T>): Promise<T> {
  const found = await work().catch((error: unknown) => {
    ctx.log.info({ err: error }, 'a passkey was refused')
    return undefined
  })
  if (!found?.verified) throw new RefusalError('PASSKEY_WRONG')
  return found
}

/** Verifies a registration and consumes its challenge. Refuses with PASSKEY_WRONG. */
export const verifyNew = async (
  ctx: Context,
  userId: string,
  credential: Omit<RegistrationResponseJSON, 'clientExtensionResults'>,
) =>
  verify(ctx, async () =>
    verifyRegistrationResponse({
      response: { ...credential, clientExtensionResults: {} },
      expectedChallenge: takeChallenge(ctx, userId),
      expectedOrigin: originOf(ctx, credential.response.clientDataJSON),
      expectedRPID: relyingPartyId(ctx),
      requireUserVerification: true,
      supportedAlgorithmIDs: [-7, -8, -257],
    }),
  )

/** Verifies a sign-in and consumes its challenge. Refuses with PASSKEY_WRONG. */
export const verifyUsed = async (
  ctx: Context,
  passkey: PasskeyTable,
  credential: Omit<AuthenticationResponseJSON, 'clientExtensionResults'>,
) =>
  verify(ctx, async () =>
    verifyAuthenticationResponse({
      response: { ...credential, clientExtensionResults: {} },
      expectedChallenge: takeChallenge(ctx, null),
      expectedOrigin: originOf(ctx, credential.response.clientDataJSON),
      expectedRPID: relyingPartyId(ctx),
      requireUserVerification: true,
      credential: {
        id: passkey.credential_id,
        publicKey: new Uint8Array(passkey.public_key),
        counter: Number(passkey.counter),
      },
    }),
  )

export async function deleteExpiredChallenges(db: Database, now: Date): Promise<void> {
  await db.deleteFrom('passkey_challenges').where('expires_at', '<', now).execute()
}
