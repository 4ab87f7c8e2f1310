export interface IdentityTables {
  identities: IdentityTable
  oauth_states: OauthStateTable
  identity_claims: IdentityClaimTable
  social_tokens: SocialTokenTable
  social_uses: SocialUseTable
  protect_refusals: ProtectRefusalTable
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

export interface OauthStateTable {
  state_hash: string
  provider: Provider
  /** Who began it; null for a sign-in. */
  user_id: string | null
  box: string
  expires_at: Date
}

export interface IdentityClaimTable {
  token_hash: string
  provider: Provider
  subject: string
  label: string
  user_id: string
  expires_at: Date
}

export interface SocialTokenTable {
  user_id: string
  provider: Provider
  box: string
  expires_at: Date
}

export interface SocialUseTable {
  account_hash: string
  user_id: string
  used_at: Date
}

export interface ProtectRefusalTable {
  user_id: string
  at: Date
}
