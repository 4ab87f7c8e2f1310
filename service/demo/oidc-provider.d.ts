/** The package has no types; these cover what is used. */
declare module 'oidc-provider' {
  import type { IncomingMessage, ServerResponse } from 'node:http'

  interface AccessToken {
    readonly clientId: string
    readonly accountId: string
    readonly scope: string
    /** Unix seconds. */
    readonly exp: number
  }
  export class Provider {
    constructor(issuer: string, configuration: object)
    callback(): (request: IncomingMessage, response: ServerResponse) => void
    /** Expired tokens are not found. */
    readonly AccessToken: { find(value: string): Promise<AccessToken | undefined> }
  }
}
