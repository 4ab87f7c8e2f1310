/** Whose account it is there: the site's own id of it, and the name that its owner knows it by. */
export interface Owner {
  subject: string
  label: string
}

/** What lets the service look in an owner's name, and for how many seconds. */
export interface Grant {
  token: string
  seconds: number
}

export interface Begun {
  state: string
  verifier: string
}

export interface Answer {
  code: string
  begun: Begun
  redirectUri: string
}

/** Another site on which users have accounts. Each question may take its time, and throws a SiteError where it comes to nothing. */
export interface Site {
  /** Where its user is asked. */
  address(begun: Begun, redirectUri: string): Promise<string>
  /** Exchanges a code for the right to look. */
  exchange(answer: Answer): Promise<Grant>
  owner(token: string): Promise<Owner>
  /** Whether its owner follows the account of an address, or has joined the server that is set. */
  isDone(token: string, link: string): Promise<boolean>
  /** Gives the right back. */
  revoke(token: string): Promise<void>
}

export type SiteFault =
  /** No answer, none in time, or none that makes sense. */
  | 'unavailable'
  /** It answers nobody for a while. */
  | 'busy'
  /** The code was used, has run out, or belongs to another sign-in. */
  | 'code-used'
  /** It does not know this service, or answers something else. */
  | 'answer-wrong'
  /** The right to look was taken back, or has run out. */
  | 'token-gone'

/** Why another site brought nothing; `cause` is for the log. */
export class SiteError extends Error {
  override name = 'SiteError'
  readonly fault: SiteFault
  /** When it can be asked again, where it says so. */
  readonly retrySeconds: number
  constructor(fault: SiteFault, cause?: unknown, retrySeconds = 60) {
    super(fault, { cause })
    this.fault = fault
    this.retrySeconds = retrySeconds
  }
}
