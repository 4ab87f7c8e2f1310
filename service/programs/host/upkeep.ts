import type { HostTrouble } from '#lib/contract/host.ts'
import { cutText } from '#lib/text/characters.ts'
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
  now?(): number
}

const toLine = (text: string): string => cutText(text.replace(/\s+/g, ' ').trim(), 300)

/** The regular work of a host between its reports, and the reason why it can take no rental. */
export function createUpkeep({ driver, engine, rentals, proof, log, now = Date.now }: Upkeep) {
  let isReady = engine === undefined
  let isRecovered = false
  let sweepAt = 0

  async function setReady(): Promise<void> {
    if (!engine) return
    const was = isReady
    isReady = await engine.isReady()
    if (was && !isReady) log('the container engine does not answer: waiting for it. Rentals stay as they are')
    if (!was && isReady) log(`${engine.name} answers`)
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
      await rentals.tend()
      if (!isReady) return
      if (driver.name === 'container' && rentals.states().length === 0) await proof.tend()
      if (now() < sweepAt) return
      sweepAt = now() + SWEEP_MS
      await ignoreErrors(rentals.sweep())
    },
    /** Whether nothing is pending. */
    isSettled: () =>
      isReady && rentals.isSettled() && (rentals.states().length > 0 || proof.isProven() || driver.name === 'process'),
    trouble(): HostTrouble | null {
      if (!isReady) return { kind: 'engine', reason: '' }
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
