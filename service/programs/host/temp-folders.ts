import { chmodSync } from 'node:fs'
import path from 'node:path'
import { makeFolder } from '#service/platform/folders.ts'

/**
 * Makes the folders that a rental has in place of /tmp and /var/tmp. Its home is under /var/tmp, so that one has a place for
 * it. All belong to root, and the two are sticky: root mounts there, and would follow a link that a renter had made.
 */
export function makeTempFolders(temp: string, home: string): void {
  const parent = path.join(temp, 'var-tmp', path.relative('/var/tmp', path.dirname(home)))
  makeFolder(temp, 0o700)
  makeFolder(path.join(parent, path.basename(home)), 0o700)
  // The umask may have taken the right to pass.
  chmodSync(parent, 0o711)
  makeFolder(path.join(temp, 'tmp'))
  for (const name of ['tmp', 'var-tmp']) chmodSync(path.join(temp, name), 0o1777)
}

/** Mounts them in a mount namespace of its own, then runs a program there: `sh -c MOUNT_TEMP sh TEMP HOME PROGRAM...`. */
export const MOUNT_TEMP = `temp=$1 home=$2; shift 2
mount --bind "$home" "$temp/var-tmp/\${home#/var/tmp/}" &&
{ [ /tmp -ef /var/tmp ] || mount --bind "$temp/tmp" /tmp; } &&
{ [ ! -d /dev/shm ] || mount -t tmpfs -o mode=1777,nosuid,nodev tmpfs /dev/shm; } &&
mount --rbind "$temp/var-tmp" /var/tmp && exec "$@"`
