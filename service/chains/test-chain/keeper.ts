import { once } from 'node:events'
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { writeDurably } from '#service/platform/durable-file.ts'
import { type Anvil, startAnvil } from './anvil.ts'
import { dumpedText, isReadable, withOneGenesis } from './state.ts'

/**
 * A process between the service and the node of its local network: it saves the node's state while blocks come and at the end,
 * however the service ends. Arguments: the folder of the state, and the chain id.
 */

/** Pause between two saves; longer where saving takes long. */
const SAVE_MS = 1_000
const SAVE_SHARE = 20
const POLL_MS = 100
const TIMEOUT_MS = 10_000

const [folder = '', chainId = ''] = process.argv.slice(2)
const state = path.join(folder, 'state.json')
const owner = path.join(folder, 'pid')

type Block = Readonly<Record<string, unknown>> & { hash: string; parentHash: string }

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

/** Waits for the keeper of a killed service, which is about to end. */
async function awaitPreviousKeeper(): Promise<void> {
  for (let waited = 0; existsSync(owner) && waited < TIMEOUT_MS; waited += POLL_MS) {
    if (!isAlive(Number(readFileSync(owner, 'utf8')))) return
    await pause(POLL_MS)
  }
}

async function ask<T>({ url }: Anvil, method: string, ...params: unknown[]): Promise<T> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
  const reply = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
  const { result, error } = (await reply.json()) as { result: T; error?: { message: string } }
  if (error) throw new Error(`${method}: ${error.message}`)
  return result
}

const blockAt = (anvil: Anvil, number: number) =>
  ask<Block | null>(anvil, 'eth_getBlockByNumber', `0x${number.toString(16)}`, false)

/** The chain's genesis block: the parent of its second block, whatever the node serves as its first. */
async function genesisOf(anvil: Anvil): Promise<{ genesis: Block; isServed: boolean }> {
  const [first, second] = [await blockAt(anvil, 0), await blockAt(anvil, 1)]
  if (!first) throw new Error('the node has no first block')
  if (!second || second.parentHash === first.hash) return { genesis: first, isServed: true }
  const parent = await ask<Block | null>(anvil, 'eth_getBlockByHash', second.parentHash, false)
  return parent ? { genesis: parent, isServed: false } : { genesis: first, isServed: true }
}

interface RunningChain {
  anvil: Anvil
  genesis: Block
}

let saving = Promise.resolve()

/** Writes the state after the write in progress. */
function save({ anvil, genesis }: RunningChain): Promise<void> {
  const write = async () =>
    writeDurably(state, withOneGenesis(dumpedText(await ask(anvil, 'anvil_dumpState')), genesis))
  const done = saving.then(write)
  saving = done.catch(() => undefined)
  return done
}

async function kill({ child }: Anvil): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGKILL')
  await ended
}

/** Resumes the saved state, or starts a new chain. An unreadable state is renamed; it held nothing of value. */
async function start(): Promise<RunningChain & { isFresh: boolean; refused: string | undefined }> {
  if (existsSync(state) && !isReadable(state)) renameSync(state, `${state}.unreadable`)
  let isFresh = !existsSync(state)
  let refused: string | undefined
  const open = () => startAnvil(Number(chainId), isFresh ? [] : ['--load-state', state])
  const anvil = await open().catch(async (error: unknown) => {
    if (isFresh) throw error
    // A node that starts without the state has refused it; a node that does not start at all says nothing about the state.
    isFresh = true
    const fresh = await open()
    renameSync(state, `${state}.unreadable`)
    refused = error instanceof Error ? error.message : String(error)
    return fresh
  })
  const { genesis, isServed } = await genesisOf(anvil)
  if (isServed) return { anvil, genesis, isFresh, refused }
  await save({ anvil, genesis })
  await kill(anvil)
  return { anvil: await open(), genesis, isFresh, refused }
}

/** Saves the state when there are new blocks. */
async function saveBlocks(chain: RunningChain): Promise<void> {
  for (let saved = ''; !isEnding; ) {
    const began = performance.now()
    try {
      const head = await ask<string>(chain.anvil, 'eth_blockNumber')
      if (head !== saved) await save(chain)
      saved = head
    } catch {
      // The node has ended, or the disk is full: the next poll tries again.
    }
    await pause(Math.max(SAVE_MS, SAVE_SHARE * (performance.now() - began)))
  }
}

await awaitPreviousKeeper()
writeFileSync(owner, String(process.pid), { mode: 0o600 })
let chain: RunningChain | undefined
let isEnding = false
async function end(): Promise<void> {
  if (isEnding) return
  isEnding = true
  if (chain) {
    await save(chain).catch(() => undefined)
    await kill(chain.anvil)
  }
  rmSync(owner, { force: true })
  process.exit(0)
}
process.on('disconnect', () => void end())
// A terminal signals all of its processes; the service decides when this one ends.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined)
try {
  const started = await start()
  chain = started
  started.anvil.child.once('exit', () => void end())
  process.send?.({ url: started.anvil.url, isFresh: started.isFresh, refused: started.refused })
  if (process.connected) void saveBlocks(chain)
  else await end()
} catch (error) {
  process.send?.({ fault: error instanceof Error ? error.message : String(error) })
  await end()
}
