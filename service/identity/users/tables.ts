import type { Legal } from '#lib/contract/agreement.ts'

declare module '#service/platform/db/tables.ts' {
  interface Tables {
    users: UserTable
    legal_acceptances: LegalAcceptanceTable
    security_events: SecurityEventTable
    network_sightings: NetworkSightingTable
  }
}

export interface UserTable {
  id: string
  /** An e-mail address in its canonical form (service/messaging/mail/email-address.ts). */
  username: string
  name: string
  /** Null for users of another site's sign-in who have set none. */
  password_hash: string | null
  payment_password_hash: string | null
  invite_code: string
  inviter_id: string | null
  withdrawals_locked_until: Date | null
  created_at: Date
  /** The days of the terms and of the privacy policy that were accepted at the registration; null for accounts that are older than the record. */
  terms_version: string | null
  privacy_version: string | null
}

/** A version of a legal text that was accepted later than at the registration. */
interface LegalAcceptanceTable {
  user_id: string
  legal: Legal
  /** The day from which the version applies. */
  version: string
  at: Date
}

export interface SecurityEventTable {
  id: string
  user_id: string
  kind: string
  detail: string
  browser: string
  /** The network part of the IP address; empty where it means nothing. */
  network: string
  at: Date
}

interface NetworkSightingTable {
  user_id: string
  /** A keyed hash of the network (/24 or /48), never an address. */
  network: string
  last_at: Date
}
