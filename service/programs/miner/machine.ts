import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { networkInterfaces } from 'node:os'

const read = (file: string) => () => readFileSync(file, 'utf8').trim()
const ask = (program: string, args: readonly string[], pattern: RegExp) => () =>
  pattern.exec(execFileSync(program, args, { encoding: 'utf8', timeout: 5_000, windowsHide: true }))?.[1] ?? ''

/** Sources of each system's machine id, which stays the same for an installation. */
const places: Partial<Record<NodeJS.Platform, readonly (() => string)[]>> = {
  linux: [read('/etc/machine-id'), read('/var/lib/dbus/machine-id')],
  win32: [
    ask(
      'reg',
      ['query', String.raw`HKLM\SOFTWARE\Microsoft\Cryptography`, '/v', 'MachineGuid'],
      /MachineGuid\s+REG_SZ\s+(\S+)/,
    ),
  ],
  darwin: [ask('ioreg', ['-rd1', '-c', 'IOPlatformExpertDevice'], /"IOPlatformUUID" = "([^"]+)"/)],
}

/** The MAC addresses, for systems without a machine id. */
const cards = (): string =>
  Object.values(networkInterfaces())
    .flatMap((list) => list ?? [])
    .filter(({ internal, mac }) => !internal && mac !== '00:00:00:00:00:00')
    .map(({ mac }) => mac)
    .sort()
    .join(',')

/**
 * A hash that identifies this machine and reveals nothing else. It includes the program's name, so that it differs from other
 * programs' hashes. Undefined where no source works.
 */
export function machineId(): string | undefined {
  for (const place of [...(places[process.platform] ?? []), cards])
    try {
      const name = place()
      if (name !== '') return createHash('sha256').update(`idleforge miner\n${name}`).digest('hex')
    } catch {}
  return undefined
}
