// The clients that renters use, for the tests of rentals: OpenSSH's and rsync.
import { existsSync } from 'node:fs'
import { installDebian } from './debian.mjs'

const clients = { '/usr/bin/ssh': 'openssh-client', '/usr/bin/rsync': 'rsync' }

/** Installs Debian's where they are missing and this account may; says what fails without them. */
export function ensureOpenSsh() {
  const missing = () => Object.keys(clients).filter((file) => !existsSync(file))
  if (missing().length > 0) installDebian(Object.values(clients), 'the tests of rentals')
  const left = missing().map((file) => clients[file])
  if (left.length > 0)
    console.log(`The tests of rentals with real clients fail for want of ${left.join(' and ')}: install them.`)
}
