// Installs packages of Debian that tests need.
import { spawnSync } from 'node:child_process'

const LIMITS = { updateMs: 180_000, installMs: 600_000 }

/**
 * Installs packages where root has apt-get; does nothing elsewhere. Returns the last lines of apt-get when it has failed twice,
 * and prints them.
 */
export function installDebian(packages, purpose, { updateMs, installMs } = LIMITS) {
  if (process.getuid?.() !== 0 || spawnSync('apt-get', ['--version']).error) return undefined
  console.log(`Installing Debian’s ${packages.join(', ')} for ${purpose}...`)
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', LC_ALL: 'C' }
  const options = {
    env,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
    maxBuffer: 1 << 26,
    killSignal: 'SIGKILL',
  }
  let output = ''
  const apt = (timeout, ...args) => {
    const whole = ['-qq', '-o', 'DPkg::Lock::Timeout=120', ...args]
    const { status, error, stdout, stderr } = spawnSync('apt-get', whole, { ...options, timeout })
    output += stdout + stderr + (error ? `apt-get ${args[0]}: ${error.message}\n` : '')
    return status === 0
  }
  const install = () => {
    output = ''
    // An older list of packages may do where it cannot be updated.
    apt(updateMs, 'update')
    return apt(installMs, 'install', '-y', '--no-install-recommends', ...packages)
  }
  if (install()) return undefined
  // An earlier run may have been killed in the middle of an install.
  spawnSync('dpkg', ['--configure', '-a'], { ...options, timeout: installMs })
  if (install()) return undefined
  const lines = output.trim().split('\n').slice(-10).join('\n')
  console.log(`apt-get has failed twice:\n${lines}`)
  return lines
}
