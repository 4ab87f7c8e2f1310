import { once } from 'node:events'
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { type Anvil, startAnvil } from './anvil.ts'

/**
 * A process between the service and the node of its local network: however the service ends, the node is told to keep its state,
 * and ends. Arguments: the folder of the state, and the id of the chain.
 */

/** Seconds between two writings of the state, beside the one in the end. */
const KEPT_EVERY_SECONDS = '5'
const LOOK_MS = 100
const PATIENCE_MS = 10_000

const [folder = '', chainId = ''] = process.argv.slice(2)
const state = path.join(folder, 'state.json')
const owner = path.join(folder, 'pid')

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

/** The keeper of a service that was killed is about to end. */
async function awaitOther(): Promise<void> {
  for (let waited = 0; existsSync(owner) && waited < PATIENCE_MS; waited += LOOK_MS) {
    if (!isAlive(Number(readFileSync(owner, 'utf8')))) return
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS))
  }
}

const start = () => startAnvil(Number(chainId), ['--state', state, '--state-interval', KEPT_EVERY_SECONDS])

/** A state that cannot be read is put aside: what it held was worth nothing. */
async function startAnyway(): Promise<{ anvil: Anvil; isFresh: boolean }> {
  const isFresh = !existsSync(state)
  try {
    return { anvil: await start(), isFresh }
  } catch (error) {
    if (isFresh) throw error
    renameSync(state, `${state}.unreadable`)
    return { anvil: await start(), isFresh: true }
  }
}

await awaitOther()
writeFileSync(owner, String(process.pid))
let anvil: Anvil | undefined
let isEnding = false
async function end(): Promise<void> {
  if (isEnding) return
  isEnding = true
  if (anvil && anvil.child.exitCode === null) {
    const ended = once(anvil.child, 'exit')
    anvil.child.kill('SIGTERM')
    await ended
  }
  rmSync(owner, { force: true })
  process.exit(0)
}
process.on('disconnect', () => void end())
// A terminal tells all of its processes to end: the service says when this one is to.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined)
try {
  const started = await startAnyway()
  anvil = started.anvil
  anvil.child.once('exit', () => void end())
  process.send?.({ url: anvil.url, isFresh: started.isFresh })
  if (!process.connected) await end()
} catch (error) {
  process.send?.({ fault: error instanceof Error ? error.message : String(error) })
  await end()
}
