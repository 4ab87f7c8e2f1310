// Finds Python for the tests of public/proofs/verify.py, and installs Debian's where it can.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

/** The oldest release that the program names. */
const NEEDED = [3, 8]

function found() {
  const { status, stdout } = spawnSync('python3', ['-c', 'import sys; print(*sys.version_info[:2])'], {
    encoding: 'utf8',
  })
  return status === 0 ? stdout.trim().split(' ').map(Number) : undefined
}

/** Why the program cannot be run here; undefined where it can. */
export function pythonBlocker() {
  if (!found() && process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    console.log('Installing Debian’s python3 for the tests of the proofs’ verifier...')
    const apt = (...args) => spawnSync('apt-get', ['-qq', ...args], { stdio: ['ignore', 'ignore', 'inherit'] })
    apt('update')
    apt('install', '-y', '--no-install-recommends', 'python3-minimal', 'python3')
  }
  const version = found()
  if (!version) return 'there is no python3: install it'
  const [major, minor] = version
  const isOld = major < NEEDED[0] || (major === NEEDED[0] && minor < NEEDED[1])
  return isOld ? `python3 is ${version.join('.')}, older than ${NEEDED.join('.')}` : undefined
}
