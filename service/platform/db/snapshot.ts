import type { Database } from './open.ts'

/**
 * Runs reads in one snapshot: all see the same moment, whatever is written meanwhile. They run one after the other, on one
 * connection.
 */
export const snapshot = <T>(db: Database, read: (db: Database) => Promise<T>): Promise<T> =>
  db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(read)
