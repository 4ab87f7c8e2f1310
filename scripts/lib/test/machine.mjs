// The processor time of a run of tests, and the machine that it runs on.
import { createHash } from 'node:crypto'
import { readFileSync, statfsSync } from 'node:fs'
import { availableParallelism, freemem, loadavg } from 'node:os'

/** How long the piece of work of `measureSlowness` takes on an idle core of the reference, an AMD EPYC of 2024. */
const REFERENCE_MS = 420
const BLOCKS = 150_000

/** How much longer a fixed piece of work takes than on the reference, at least 1: a slow or busy machine has more. */
export function measureSlowness() {
  const block = Buffer.alloc(1024, 7)
  const started = performance.now()
  let digest = block
  for (let count = 0; count < BLOCKS; count += 1) digest = createHash('sha256').update(block).update(digest).digest()
  return Math.max(1, (performance.now() - started) / REFERENCE_MS)
}

const gigabytes = (bytes) => `${(bytes / 1e9).toFixed(1)} GB`

/** Load, free memory and free disk, for a line of the log. */
export function describeMachine(folder) {
  const { bavail, bsize } = statfsSync(folder)
  const load = `load ${loadavg()[0].toFixed(1)} on ${availableParallelism()} cores`
  return `${load}, free: memory ${gigabytes(freemem())}, disk ${gigabytes(bavail * bsize)}`
}

/** Clock ticks of a process in /proc: its own, then those of its children that have ended. */
function ticksOf(id) {
  const fields =
    /\) (.*)/s
      .exec(readFileSync(`/proc/${id}/stat`, 'utf8'))?.[1]
      ?.split(' ')
      .slice(11, 15)
      .map(Number) ?? []
  const [user = 0, system = 0, ofChildrenUser = 0, ofChildrenSystem = 0] = fields
  return { own: user + system, ofChildren: ofChildrenUser + ofChildrenSystem }
}

/** Linux counts in hundredths of a second on all processors that Node runs on. */
const TICKS = 100
let taken = 0

/** Processor seconds of the commands that have ended since the last call; undefined where the system does not tell. */
export function takeProcessorSeconds() {
  if (process.platform !== 'linux') return undefined
  const { ofChildren } = ticksOf('self')
  const used = (ofChildren - taken) / TICKS
  taken = ofChildren
  return used
}

/** Processor seconds of the whole run, with what was left to the first process of its namespace. */
export function processorSeconds() {
  if (process.platform !== 'linux') return undefined
  const { own, ofChildren } = ticksOf('self')
  const orphans = process.ppid === 1 ? ticksOf(1).ofChildren : 0
  return (own + ofChildren + orphans) / TICKS
}
