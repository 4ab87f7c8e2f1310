import type { Database } from '#service/platform/db/open.ts'

/** A user as letters need it. */
export interface Recipient {
  id: string
  /** The e-mail address in its canonical form. */
  username: string
}

/** Looks up the e-mail addresses of users; identity/users implements it. */
export interface Directory {
  /** Throws when there is no user with this id. */
  byId(db: Database, id: string): Promise<Recipient>
  /** The user with an address in any spelling. Throws when there is none. */
  byEmail(db: Database, email: string): Promise<Recipient>
}
