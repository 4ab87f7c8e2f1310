// The clients that renters use, for the tests of rentals: OpenSSH's and rsync.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

const clients = { '/usr/bin/ssh': 'openssh-client', '/usr/bin/rsync': 'rsync' }

/** Installs Debian's where they are missing and this account may; says what fails without them. */
export function ensureOpenSsh() {
  const missing = () => Object.keys(clients).filter((file) => !existsSync(file))
  if (missing().length > 0 && process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    console.log('Installing OpenSSH’s client and rsync for the tests of rentals...')
    const apt = (...args) => spawnSync('apt-get', ['-qq', ...args], { stdio: ['ignore', 'ignore', 'inherit'] })
    apt('update')
    apt('install', '-y', '--no-install-recommends', ...Object.values(clients))
  }
  const left = missing().map((file) => clients[file])
  if (left.length > 0)
    console.log(`The tests of rentals with real clients fail for want of ${left.join(' and ')}: install them.`)
}
