// Finds Podman for the tests of containers, and installs Debian's where it can.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { installDebian } from './debian.mjs'
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

/** Why no container can be run here; undefined where one can. Throws where Debian's packages could be installed, and were not. */
export function podmanBlocker() {
  if (process.platform !== 'linux') return `this is ${process.platform}, not linux`
  // Memory and processes of a container are bounded by control groups, which only root may write without systemd.
  if (process.getuid?.() !== 0) return 'only root can run the test’s containers'
  const failure = missing().length > 0 && installDebian(Object.values(needed), 'the tests of containers')
  const left = missing()
    .map((file) => needed[file])
    .join(', ')
  if (left && failure) throw new Error(`${left} could not be installed for the tests of containers:\n${failure}`)
  if (left) return `no engine can be installed here (${left})`
  // Some systems forbid containers, as inside of one. Podman alone tells that, without any of our programs.
  const trial = spawnSync(node24, ['tests/_world/podman-trial.ts'], { cwd: root, encoding: 'utf8', timeout: 120_000 })
  return trial.status === 0 ? undefined : `podman runs no container here: ${reasonIn(trial.stderr)}`
}

const reasonIn = (text) =>
  text
    .split('\n')
    .find((line) => /^\s*Error/.test(line))
    ?.trim() ?? 'no reason given'
