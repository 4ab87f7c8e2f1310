import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Driver, Order } from './driver.ts'
import { EngineUnavailableError } from './engine.ts'

/** A second try follows soon, as one failure may be an accident; the owner is told after it. */
const RETRY_MS = 30_000
const RETRY_FAILED_MS = 600_000
const MAX_FAILURES = 2
/** A command inside takes no longer. */
const COMMAND_MS = 30_000

export interface ProofOptions {
  log(text: string): void
  now?(): number
}

/** Proves that this machine can make a rental, by making one of the plainest image, before the machine is offered. */
export function createProof(driver: Driver, { log, now = Date.now }: ProofOptions) {
  let isProven = false
  let failures = 0
  let nextAt = 0
  let reason = ''
  /** A proof whose remains are not gone yet. */
  let leftover: string | undefined

  async function wipeLeftover(): Promise<void> {
    if (leftover === undefined) return
    await driver.wipe(leftover)
    leftover = undefined
  }

  async function prove(): Promise<void> {
    const order: Order = { id: `proof-${randomBytes(6).toString('hex')}`, image: 'plain', keys: [] }
    leftover = order.id
    try {
      await driver.prepare(order)
      await enter(driver, order)
    } catch (error) {
      await wipeLeftover().catch((failure: Error) => log(`the proof is not wiped yet: ${failure.message}`))
      throw error
    }
    await wipeLeftover()
  }

  function onFailure(error: unknown): void {
    const text = error instanceof Error ? error.message : String(error)
    log(`the proof that this machine can make a rental failed: ${text}`)
    // It says nothing of what the machine can do.
    if (error instanceof EngineUnavailableError) return
    failures += 1
    reason = text
    nextAt = now() + (failures < MAX_FAILURES ? RETRY_MS : RETRY_FAILED_MS)
  }

  return {
    /** Tries again when it is time. */
    async tend(): Promise<void> {
      if (isProven || now() < nextAt) return
      try {
        await wipeLeftover()
        await prove()
        isProven = true
        failures = 0
        log('this machine can make rentals: it is offered')
      } catch (error) {
        onFailure(error)
      }
    },
    /** A rental has failed: the machine is offered after another proof. */
    invalidate(): void {
      isProven = false
      nextAt = 0
    },
    isProven: () => isProven,
    /** The reason of the last failure, after more than one in a row. */
    failure: (): string | undefined => (!isProven && failures >= MAX_FAILURES ? reason : undefined),
  }
}

/** Runs a command inside, and compares its output. */
async function enter(driver: Driver, order: Order): Promise<void> {
  const running = driver.run(order, { command: 'echo $((6 * 7))', terminal: undefined })
  if (!running) throw new Error('no command can be run inside')
  let [out, err] = ['', '']
  running.stdout.on('data', (chunk) => (out += String(chunk)))
  running.stderr.on('data', (chunk) => (err += String(chunk)))
  running.stdin.on('error', () => undefined).end()
  const limit = new AbortController()
  await Promise.race([running.ended, pause(COMMAND_MS, undefined, { signal: limit.signal }).catch(() => undefined)])
  limit.abort()
  running.hangUp()
  if (out.trim() === '42') return
  if ((await driver.presence(order.id)) === 'unknown') throw new EngineUnavailableError('the engine does not answer')
  throw new Error(`a command inside did not answer: ${err.trim().slice(0, 200) || 'no output'}`)
}
