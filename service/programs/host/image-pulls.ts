import { readFileSync } from 'node:fs'
import type { ImageProblem } from '#lib/rules/gpu.ts'
import type { Order, PullProgress } from './driver.ts'
import { type Engine, EngineRefusalError } from './engine.ts'
import { ImageProblemError, imageBytes, imageProblemIn } from './image-registry.ts'

const MIB = 1024 * 1024

/** Bytes that this system has received since its start, its own loopback traffic left out. */
export function receivedBytes(table = readDevices()): number {
  return table
    .split('\n')
    .map((line) => /^\s*([^:\s]+):\s*(\d+)/.exec(line))
    .reduce((sum, match) => sum + (match && match[1] !== 'lo' ? Number(match[2]) : 0), 0)
}

function readDevices(): string {
  try {
    return readFileSync('/proc/net/dev', 'utf8')
  } catch {
    return ''
  }
}

export interface PullOptions {
  /** Bytes to download; undefined where nobody says. Throws ImageProblemError. */
  bytesOf?(reference: string): Promise<number | undefined>
  received?(): number
}

/** Pulls images. Engines do not say how far they are: progress is what the system receives meanwhile, up to the image's size. */
export function createPulls(engine: Engine, { bytesOf = imageBytes, received = receivedBytes }: PullOptions = {}) {
  const running = new Map<string, { abort: AbortController; totalMib: number; from: number }>()

  /** The size of an order's image. The images that machines list are known to be right. */
  async function sizeOf(reference: string, { template }: Order): Promise<number> {
    try {
      const bytes = (await bytesOf(reference)) ?? 0
      if (template && bytes > template.maxImageMib * MIB)
        throw new ImageProblemError('imageTooLarge', `${reference} has ${Math.round(bytes / MIB)} MiB`)
      return bytes
    } catch (error) {
      if (template || !(error instanceof ImageProblemError)) throw error
      return 0
    }
  }

  const cancelled = new Set<string>()
  return {
    async pull(reference: string, order: Order): Promise<void> {
      const abort = new AbortController()
      if (cancelled.has(order.id)) abort.abort()
      const place = { abort, totalMib: 0, from: received() }
      running.set(order.id, place)
      try {
        place.totalMib = Math.ceil((await sizeOf(reference, order)) / MIB)
        place.from = received()
        abort.signal.throwIfAborted()
        await engine.pull(reference, abort.signal)
      } catch (error) {
        throw (order.template && error instanceof EngineRefusalError && problemOf(error, reference)) || error
      } finally {
        running.delete(order.id)
      }
    },
    progress(id: string): PullProgress | undefined {
      const place = running.get(id)
      if (!place || place.totalMib === 0) return undefined
      const { totalMib, from } = place
      return { totalMib, doneMib: Math.min(totalMib, Math.max(0, Math.floor((received() - from) / MIB))) }
    },
    /** Ends the pull of a rental that is over. */
    cancel(id: string): void {
      // Its pull may be about to begin.
      cancelled.add(id)
      running.get(id)?.abort.abort()
    },
  }
}

export function problemOf({ message }: Error, reference: string): ImageProblemError | undefined {
  const problem: ImageProblem | undefined = imageProblemIn(message)
  return problem && new ImageProblemError(problem, `${reference}: ${message}`)
}
