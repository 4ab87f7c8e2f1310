/** An account on the site: its id there, and the name that its owner knows. */
export interface Owner {
  subject: string
  label: string
}

/** An access token, and its life in seconds. */
export interface Grant {
  token: string
  seconds: number
}

export interface PendingAuthorization {
  state: string
  verifier: string
}

export interface Answer {
  code: string
  pending: PendingAuthorization
  redirectUri: string
}

/** Another site on which users have accounts. Requests may be slow, and throw a SiteError when they fail. */
export interface Site {
  /** The URL of the consent page. */
  address(pending: PendingAuthorization, redirectUri: string): Promise<string>
  /** Exchanges a code for an access token. */
  exchange(answer: Answer): Promise<Grant>
  owner(token: string): Promise<Owner>
  /** Whether the owner follows the account of a link, or has joined the configured server. */
  isDone(token: string, link: string): Promise<boolean>
  /** Revokes the token. */
  revoke(token: string): Promise<void>
}

export type SiteErrorReason =
  /** No reply, none in time, or an unusable one. */
  | 'unavailable'
  /** It is rate limited. */
  | 'busy'
  /** The code was used, has expired, or belongs to another sign-in. */
  | 'code-used'
  /** It does not know this client, or sends something else. */
  | 'answer-wrong'
  /** The token was revoked or has expired. */
  | 'token-gone'

/** A request to another site failed; `cause` is for the log. */
export class SiteError extends Error {
  override name = 'SiteError'
  readonly reason: SiteErrorReason
  /** Seconds before a retry, as the site says, or the default. */
  readonly retrySeconds: number
  constructor(reason: SiteErrorReason, cause?: unknown, retrySeconds = 60) {
    super(reason, { cause })
    this.reason = reason
    this.retrySeconds = retrySeconds
  }
}
