import { md5Hex } from '../crypto/md5.ts'
import { RefusedError } from './errors.ts'

/**
 * A password on the wire: lower-case hex MD5 of its UTF-8 text in NFC (SPEC-5.4). Systems compose letters and their marks
 * differently: `é` may be one code point or two (RFC 8265, 4.2.2).
 */
export const md5Digest = (password: string): string => md5Hex(password.normalize('NFC'))

/** The NFC form first, then the forms in which an account made before digests were of NFC may have it. */
function digestsOf(typed: string): string[] {
  const composed = typed.normalize('NFC')
  const forms = typed === composed ? [composed] : [composed, typed, typed.normalize('NFD')]
  return [...new Set(forms.map(md5Hex))]
}

const wrongPassword = ['CREDENTIALS_WRONG', 'ACCOUNT_PASSWORD_WRONG']

/** Digests that the service has refused for an account since the page was loaded. */
const refused = new Set<string>()

/**
 * Sends the digest of an existing password, and where it is wrong those of its other forms. The service counts each try and
 * may require a captcha in between: the next call then goes on with the forms that are left.
 */
export async function sendPassword<T>(
  account: string,
  typed: string,
  send: (digest: string) => Promise<T>,
): Promise<T> {
  const all = digestsOf(typed)
  const left = all.filter((digest) => !refused.has(`${account} ${digest}`))
  let wrong: unknown
  for (const digest of left.length > 0 ? left : all) {
    try {
      return await send(digest)
    } catch (error) {
      if (!(error instanceof RefusedError && wrongPassword.includes(error.reason ?? ''))) throw error
      refused.add(`${account} ${digest}`)
      wrong = error
    }
  }
  throw wrong
}
