import { execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { images } from '#lib/rules/gpu.ts'
import { addSystemFolders } from '#service/programs/host/system-path.ts'

/** A real Podman with storage, networks and locks of its own, and one small image (scripts/lib/podman.mjs installs it). */

export interface Podman {
  readonly folder: string
  /** The environment in which `podman` is this one. */
  readonly env: Readonly<Record<string, string>>
  /** Runs it; throws with its message when it fails. */
  run(...args: string[]): string
  close(): void
}

/** Settings for a machine without systemd: limits below the usual ones, and control groups without a manager. */
const configOf = (folder: string): string => `
[containers]
default_ulimits = ["nofile=4096:4096", "nproc=4096:4096"]
[network]
network_backend = "netavark"
network_config_dir = "${folder}/networks"
[engine]
cgroup_manager = "cgroupfs"
runtime = "runc"
events_logger = "file"
lock_type = "file"
tmp_dir = "${folder}/tmp"
`

const storageOf = (folder: string): string =>
  `[storage]\ndriver = "vfs"\nrunroot = "${folder}/run"\ngraphroot = "${folder}/store"\n`

/** A root of BusyBox alone, which is a shell with the usual programs in one file. */
function createRoot(root: string): void {
  for (const name of ['bin', 'etc', 'root', 'tmp', 'home', 'var']) mkdirSync(path.join(root, name), { recursive: true })
  chmodSync(path.join(root, 'tmp'), 0o1777)
  copyFileSync('/bin/busybox', path.join(root, 'bin/busybox'))
  for (const name of execFileSync('/bin/busybox', ['--list'], { encoding: 'utf8' }).split('\n'))
    if (name !== '' && name !== 'busybox') symlinkSync('busybox', path.join(root, 'bin', name))
  writeFileSync(path.join(root, 'etc/passwd'), 'root:x:0:0:root:/root:/bin/sh\n')
  writeFileSync(path.join(root, 'etc/group'), 'root:x:0:\n')
}

export function createPodman(): Podman {
  addSystemFolders(process.env)
  const folder = mkdtempSync(path.join(tmpdir(), 'podman-'))
  for (const name of ['networks', 'tmp', 'rootfs']) mkdirSync(path.join(folder, name))
  writeFileSync(path.join(folder, 'containers.conf'), configOf(folder))
  writeFileSync(path.join(folder, 'storage.conf'), storageOf(folder))
  const env = {
    CONTAINERS_CONF: path.join(folder, 'containers.conf'),
    CONTAINERS_STORAGE_CONF: path.join(folder, 'storage.conf'),
  }
  const run = (...args: string[]): string => {
    const { status, stdout, stderr } = spawnSync('podman', args, {
      encoding: 'utf8',
      env: { ...process.env, ...env },
    })
    if (status !== 0) throw new Error(`podman ${args.join(' ')}: ${stderr}`)
    return stdout.trim()
  }
  const root = path.join(folder, 'rootfs')
  createRoot(root)
  execFileSync('tar', ['-C', root, '-cf', path.join(folder, 'image.tar'), '.'])
  run('import', path.join(folder, 'image.tar'), images.plain.reference)
  return {
    folder,
    env,
    run,
    close() {
      run('rm', '--all', '--force', '--time', '0')
      run('network', 'prune', '--force')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
