import type { Database } from '#service/platform/db/open.ts'

/** A user as letters name them. */
export interface Recipient {
  id: string
  /** The e-mail address in its canonical form. */
  username: string
}

/** The addresses of users, which identity/users keeps. */
export interface Directory {
  /** Throws where there is no user of that id. */
  byId(db: Database, id: string): Promise<Recipient>
  /** The user of an address, in whatever spelling it was typed; refuses one that nobody has. */
  byEmail(db: Database, email: string): Promise<Recipient>
}
