// Finds Podman for the tests of containers, and installs Debian's where it can.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

/** Each file that the tests need, and its package of Debian. */
const needed = {
  '/usr/bin/podman': 'podman',
  '/usr/sbin/runc': 'runc',
  '/usr/bin/catatonit': 'catatonit',
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
  return left.length === 0
    ? undefined
    : `no engine can be installed here (${left.map((file) => needed[file]).join(', ')})`
}
