import type { Provider } from '../providers/tables.ts'

declare module '#service/platform/db/tables.ts' {
  interface Tables {
    social_tokens: SocialTokenTable
    social_uses: SocialUseTable
  }
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
