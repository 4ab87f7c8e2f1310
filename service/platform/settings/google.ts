import type * as v from 'valibot'
import { type Group, setting, settingOr } from './group.ts'
import { LOCAL_HTTP, matching, oneOf, url } from './kinds.ts'

const ISSUER = 'https://accounts.google.com'

export const googleSettings = {
  GOOGLE_CLIENT_ID: setting(matching(/^[\w.-]{8,200}$/, 'must be the id of a web client'), {
    about: 'a web client with `PUBLIC_ORIGIN`/google-auth as its redirect; see `operate check`',
  }),
  GOOGLE_CLIENT_SECRET: setting(matching(/^\S{8,200}$/, 'must be the secret of the same client'), {
    about: 'its secret; both are set, or none',
  }),
  GOOGLE_ISSUER: settingOr(
    url({
      protocols: ['https', 'http'],
      isRight: ({ protocol, hostname }) => protocol === 'https:' || hostname === '127.0.0.1',
      hint: LOCAL_HTTP,
    }),
    ISSUER,
    'another OpenID provider in its place',
  ),
  GOOGLE_MODE: settingOr(
    oneOf(['code', 'token']),
    'code',
    "`token`: the sign-in pages load Google's own script, which hands over an access token; `PUBLIC_ORIGIN` is registered as JavaScript origin",
  ),
}

export const google: Group = { title: 'Google sign-in', readers: 'every node with `api`', settings: googleSettings }

export interface GoogleSettings {
  clientId: string
  clientSecret: string
  issuer: string
  mode: 'code' | 'token'
  /** The address that checks an access token, and the script that gives one to a page (token mode). */
  tokenInfo: string
  script: string
  /** How long an answer may take. */
  patienceSeconds?: number
}

type Values = v.InferOutput<v.ObjectSchema<typeof googleSettings, undefined>>

/** Google's own script knows no other issuer. */
export const isUsualIssuer = ({ GOOGLE_ISSUER }: Pick<Values, 'GOOGLE_ISSUER'>): boolean => GOOGLE_ISSUER === ISSUER

/** Google sign-in as its console gives it; undefined where no client is set. */
export function toGoogle(values: Values): GoogleSettings | undefined {
  const { GOOGLE_CLIENT_ID: clientId, GOOGLE_CLIENT_SECRET: clientSecret } = values
  if (clientId === undefined || clientSecret === undefined) return undefined
  const tokenInfo = 'https://oauth2.googleapis.com/tokeninfo'
  const { GOOGLE_ISSUER: issuer, GOOGLE_MODE: mode } = values
  return { clientId, clientSecret, issuer, mode, tokenInfo, script: `${ISSUER}/gsi/client` }
}
