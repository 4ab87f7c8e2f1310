import type { Reader } from './reader.ts'

export interface GoogleSettings {
  clientId: string
  clientSecret: string
  issuer: string
  mode: 'code' | 'token'
  /** Where an access token is looked at, and the script that gives one to a page (token mode). */
  tokenInfo: string
  script: string
  /** How long an answer may take. */
  patienceSeconds?: number
}

const ISSUER = 'https://accounts.google.com'

/** How its sign-in page is answered: by a code that the service exchanges, or by a token from Google's own script. */
export const readGoogleMode = (read: Reader): GoogleSettings['mode'] =>
  read.oneOf('GOOGLE_MODE', ['code', 'token'], 'code')

/** Google sign-in as its console gives it: id and secret of a web client, with PUBLIC_ORIGIN/google-auth as its redirect. */
export function readGoogle(
  read: Reader,
  mode: GoogleSettings['mode'],
  production: boolean,
): GoogleSettings | undefined {
  const clientId = read.matching('GOOGLE_CLIENT_ID', /^[\w.-]{8,200}$/, 'must be the id of a web client')
  const clientSecret = read.matching('GOOGLE_CLIENT_SECRET', /^\S{8,200}$/, 'must be the secret of the same client')
  const isRight = ({ protocol, hostname }: URL) => protocol === 'https:' || (!production && hostname === '127.0.0.1')
  const hint = '; plain http only at 127.0.0.1, and never in production'
  const issuer = read.url('GOOGLE_ISSUER', ['https', 'http'], isRight, hint) ?? ISSUER
  if (mode === 'token' && issuer !== ISSUER)
    read.problems.push("GOOGLE_ISSUER must be empty where GOOGLE_MODE is token: Google's own script knows no other")
  if (clientId === undefined && clientSecret === undefined) return undefined
  if (clientId === undefined || clientSecret === undefined) {
    read.problems.push('GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET must be set together')
    return undefined
  }
  const tokenInfo = 'https://oauth2.googleapis.com/tokeninfo'
  return { clientId, clientSecret, issuer, mode, tokenInfo, script: `${ISSUER}/gsi/client` }
}
