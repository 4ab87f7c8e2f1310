import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { networkInterfaces } from 'node:os'

const read = (file: string) => () => readFileSync(file, 'utf8').trim()
const ask = (program: string, args: readonly string[], wanted: RegExp) => () =>
  wanted.exec(execFileSync(program, args, { encoding: 'utf8', timeout: 5_000, windowsHide: true }))?.[1] ?? ''

/** What each system calls the machine that it was installed on; it stays the same as long as the system does. */
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

/** The addresses of the network cards, which tell machines apart where the system has no name of its own. */
const cards = (): string =>
  Object.values(networkInterfaces())
    .flatMap((list) => list ?? [])
    .filter(({ internal, mac }) => !internal && mac !== '00:00:00:00:00:00')
    .map(({ mac }) => mac)
    .sort()
    .join(',')

/**
 * Tells this machine from others and nothing else about it: a hash under a name of this program, so that no other program's
 * hash of the same is equal. Undefined where nothing tells.
 */
export function machineId(): string | undefined {
  for (const place of [...(places[process.platform] ?? []), cards])
    try {
      const name = place()
      if (name !== '') return createHash('sha256').update(`idleforge miner\n${name}`).digest('hex')
    } catch {}
  return undefined
}
