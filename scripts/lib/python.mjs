// Finds Python for the tests of public/proofs/verify.py, and installs Debian's where it can.
import { spawnSync } from 'node:child_process'
import { installDebian } from './debian.mjs'

/** The oldest release that the program names. */
const NEEDED = [3, 8]

function found() {
  const { status, stdout } = spawnSync('python3', ['-c', 'import sys; print(*sys.version_info[:2])'], {
    encoding: 'utf8',
  })
  return status === 0 ? stdout.trim().split(' ').map(Number) : undefined
}

/** Why the program cannot be run here; undefined where it can. Throws where Debian's package could be installed, and was not. */
export function pythonBlocker() {
  const failure = !found() && installDebian(['python3-minimal', 'python3'], 'the tests of the proofs’ verifier')
  const version = found()
  if (!version && failure)
    throw new Error(`python3 could not be installed for the tests of the proofs’ verifier:\n${failure}`)
  if (!version) return 'there is no python3: install it'
  const [major, minor] = version
  const isOld = major < NEEDED[0] || (major === NEEDED[0] && minor < NEEDED[1])
  return isOld ? `python3 is ${version.join('.')}, older than ${NEEDED.join('.')}` : undefined
}
