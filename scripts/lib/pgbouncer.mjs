// The pooler of databases, for the tests of nodes behind it.
import { existsSync } from 'node:fs'
import { installDebian } from './debian.mjs'

export const pgbouncer = '/usr/sbin/pgbouncer'

/** Installs Debian's where it is missing and this account may; says what fails without it. */
export function ensurePgBouncer() {
  if (!existsSync(pgbouncer)) installDebian(['pgbouncer'], 'the tests of nodes behind a pooler')
  if (!existsSync(pgbouncer)) console.log('The tests of nodes behind a pooler fail for want of pgbouncer: install it.')
}
