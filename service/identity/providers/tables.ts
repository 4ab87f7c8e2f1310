declare module '#service/platform/db/tables.ts' {
  interface Tables {
    identities: IdentityTable
    identity_claims: IdentityClaimTable
  }
}

export type Provider = 'google' | 'x' | 'discord'

export interface IdentityTable {
  provider: Provider
  /** The other site's own id of a person. */
  subject: string
  user_id: string
  /** What its owner knows it by: an address or a name there. */
  label: string
  linked_at: Date
}

export interface IdentityClaimTable {
  token_hash: string
  provider: Provider
  subject: string
  label: string
  user_id: string
  expires_at: Date
}
