import type { TableName } from '#service/platform/db/tables.ts'

/** The tables of others that queries of this folder read. */
export const readsTables: readonly TableName[] = ['identities', 'passkeys', 'users']
