declare module '#service/platform/db/tables.ts' {
  interface Tables {
    passkeys: PasskeyTable
    passkey_challenges: PasskeyChallengeTable
  }
}

export interface PasskeyTable {
  id: string
  user_id: string
  credential_id: string
  public_key: Buffer
  /** The authenticator's signature counter; it stays 0 for synced passkeys. */
  counter: bigint
  transports: string[]
  name: string
  synced: boolean
  created_at: Date
  last_used_at: Date | null
}

export interface PasskeyChallengeTable {
  challenge_hash: string
  user_id: string | null
  expires_at: Date
}
