declare module '#service/platform/db/tables.ts' {
  interface Tables {
    identities: IdentityTable
    identity_claims: IdentityClaimTable
  }
}

export type Provider = 'google' | 'x' | 'discord'

export interface IdentityTable {
  provider: Provider
  /** The other site's id of the user. */
  subject: string
  user_id: string
  /** The address or name there, which its owner knows. */
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
