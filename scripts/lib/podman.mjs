// Finds Podman for the tests of containers, and installs Debian's where it can.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { node24, root } from './setup.mjs'

/** Each file that the tests need, and its package of Debian. */
const needed = {
  '/usr/bin/podman': 'podman',
  '/usr/sbin/runc': 'runc',
  '/usr/bin/catatonit': 'catatonit',
  '/usr/lib/podman/netavark': 'netavark',
  '/bin/ip': 'iproute2',
  '/bin/busybox': 'busybox-static',
  '/usr/sbin/iptables': 'iptables',
  '/usr/sbin/nft': 'nftables',
}

const missing = () => Object.keys(needed).filter((file) => !existsSync(file))

/** Why no container can be run here; undefined where one can. */
export function podmanBlocker() {
  if (process.platform !== 'linux') return `this is ${process.platform}, not linux`
  // Memory and processes of a container are bounded by control groups, which only root may write without systemd.
  if (process.getuid?.() !== 0) return 'only root can run the test’s containers'
  if (missing().length > 0 && existsSync('/usr/bin/apt-get')) {
    console.log('Installing Debian’s podman for the tests of containers...')
    const apt = (...args) => spawnSync('apt-get', ['-qq', ...args], { stdio: ['ignore', 'ignore', 'inherit'] })
    apt('update')
    apt('install', '-y', '--no-install-recommends', ...Object.values(needed))
  }
  const left = missing()
  if (left.length > 0) return `no engine can be installed here (${left.map((file) => needed[file]).join(', ')})`
  // Some systems forbid containers, as inside of one. Podman alone tells that, without any of our programs.
  const trial = spawnSync(node24, ['tests/_world/podman-trial.ts'], { cwd: root, encoding: 'utf8', timeout: 120_000 })
  return trial.status === 0 ? undefined : `podman runs no container here: ${reasonIn(trial.stderr)}`
}

const reasonIn = (text) =>
  text
    .split('\n')
    .find((line) => /^\s*Error/.test(line))
    ?.trim() ?? 'no reason given'
