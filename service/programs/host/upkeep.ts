import type { HostTrouble } from '#lib/contract/host.ts'
import { cutText } from '#lib/text/characters.ts'
import { type DiskLevel, freeBytes, levelOf } from './disk-watch.ts'
import type { Driver } from './driver.ts'
import type { Engine } from './engine.ts'
import type { createProof } from './proof.ts'
import type { createRentals } from './rentals.ts'

const SWEEP_MS = 3_600_000

interface Upkeep {
  driver: Driver
  engine: Engine | undefined
  rentals: ReturnType<typeof createRentals>
  proof: ReturnType<typeof createProof>
  log(text: string): void
  /** Free space for the engine's files; undefined where it is not known. */
  free?(): Promise<number | undefined>
  /** Keeps rentals off the owner's network. */
  firewall(): Promise<void>
  now?(): number
}

const toLine = (text: string): string => cutText(text.replace(/\s+/g, ' ').trim(), 300)

/** Docker maps root of a container to a user without rights only where its daemon is configured so. */
async function warnOfRoot(engine: Engine, log: Upkeep['log']): Promise<void> {
  if (engine.name !== 'docker') return
  if (/name=(userns|rootless)/.test(await engine.ask('info', '--format', '{{.SecurityOptions}}'))) return
  log(
    'root in a rental is root of this system, kept apart by its container only. To give it a user without rights, set "userns-remap": "default" in /etc/docker/daemon.json, or use Podman',
  )
}

/** The regular work of a host between its reports, and the reason why it can take no rental. */
export function createUpkeep({ driver, engine, rentals, proof, log, firewall, free, now = Date.now }: Upkeep) {
  let isReady = engine === undefined
  let isRecovered = false
  let sweepAt = 0
  let level: DiskLevel = 'fine'

  async function setReady(): Promise<void> {
    if (!engine) return
    const was = isReady
    isReady = await engine.isReady()
    if (was && !isReady) log('the container engine does not answer: waiting for it. Rentals stay as they are')
    if (!was && isReady) log(`${engine.name} answers`)
    if (!was && isReady) await ignoreErrors(warnOfRoot(engine, log))
  }

  /** A rental may fill the owner's disk: it is ended before. */
  async function checkDisk(): Promise<void> {
    const bytes = await (free ? free() : engine && freeBytes(engine))
    const was = level
    level = bytes === undefined ? 'fine' : levelOf(bytes)
    if (level !== 'fine' && was === 'fine')
      log('less than 5 GiB are free where the container engine keeps its files. Free some: a rental is ended at 1 GiB')
    if (level === 'full') await rentals.fail('the disk of this machine is full')
  }

  const ignoreErrors = (work: Promise<void>) => work.catch((error: Error) => log(error.message))

  return {
    /** Finds the rentals of an earlier start; false while they cannot be known. */
    async recover(): Promise<boolean> {
      await setReady()
      if (!isRecovered)
        isRecovered = await rentals.recover().then(
          () => true,
          () => false,
        )
      return isRecovered
    },
    /** Called regularly once the service has sent its orders. */
    async run(): Promise<void> {
      await setReady()
      // Another program may have removed the rules.
      if (driver.name === 'container') await ignoreErrors(firewall())
      await rentals.tend()
      if (!isReady) return
      await ignoreErrors(checkDisk())
      if (driver.name === 'container' && level === 'fine' && rentals.states().length === 0) await proof.tend()
      if (now() < sweepAt) return
      sweepAt = now() + SWEEP_MS
      await ignoreErrors(rentals.sweep())
    },
    /** Whether nothing is pending. */
    isSettled: () =>
      isReady && rentals.isSettled() && (rentals.states().length > 0 || proof.isProven() || driver.name === 'process'),
    trouble(): HostTrouble | null {
      if (!isReady) return { kind: 'engine', reason: '' }
      if (level !== 'fine' && rentals.states().length === 0)
        return { kind: 'failed', reason: 'less than 5 GiB are free where the container engine keeps its files' }
      const failure = rentals.wipeRefusal() ?? proof.failure()
      if (failure !== undefined) return { kind: 'failed', reason: toLine(failure) }
      if (rentals.isWiping()) return { kind: 'wiping', reason: '' }
      if (driver.name === 'process') return null
      return proof.isProven() || rentals.states().some(({ state }) => state === 'running')
        ? null
        : { kind: 'proving', reason: '' }
    },
  }
}
