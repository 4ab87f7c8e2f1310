// The pooler of databases, for the tests of nodes behind it.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

export const pgbouncer = '/usr/sbin/pgbouncer'

/** Installs Debian's where it is missing and this account may; says what fails without it. */
export function ensurePgBouncer() {
  if (!existsSync(pgbouncer) && process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    console.log('Installing PgBouncer for the tests of nodes behind a pooler...')
    const apt = (...args) => spawnSync('apt-get', ['-qq', ...args], { stdio: ['ignore', 'ignore', 'inherit'] })
    apt('update')
    apt('install', '-y', '--no-install-recommends', 'pgbouncer')
  }
  if (!existsSync(pgbouncer)) console.log('The tests of nodes behind a pooler fail for want of pgbouncer: install it.')
}
