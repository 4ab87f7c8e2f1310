/** The package brings no types: what is used of it. */
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
    /** Those that have run out are not found. */
    readonly AccessToken: { find(value: string): Promise<AccessToken | undefined> }
  }
}
