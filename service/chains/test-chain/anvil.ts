import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createRequire } from 'node:module'
import { createInterface } from 'node:readline'

/** The path of anvil, a development node of Ethereum's protocol, which comes from npm for each system. */
function programOf(): string {
  const cpu = process.arch === 'x64' ? 'amd64' : process.arch
  return createRequire(createRequire(import.meta.url).resolve('@foundry-rs/anvil/package.json')).resolve(
    `@foundry-rs/anvil-${process.platform}-${cpu}/bin/anvil${process.platform === 'win32' ? '.exe' : ''}`,
  )
}

export interface Anvil {
  child: ChildProcess
  url: string
}

/**
 * Starts a node on a free port of the loopback address. Resolves when it listens; throws when it exits instead, or is not
 * installed.
 */
export async function startAnvil(chainId: number, options: readonly string[] = []): Promise<Anvil> {
  const args = ['--port', '0', '--chain-id', String(chainId), '--accounts', '1', '--no-cors', ...options]
  const child = spawn(programOf(), args, { stdio: ['ignore', 'pipe', 'pipe'] })
  let errors = ''
  child.stderr.on('data', (chunk) => {
    errors += chunk
  })
  child.on('error', (error) => {
    errors += error.message
  })
  for await (const line of createInterface({ input: child.stdout })) {
    const [, address] = /^Listening on (127\.0\.0\.1:\d+)/.exec(line) ?? []
    if (!address) continue
    // Drains its log: a full pipe would stop the node.
    child.stdout.resume()
    return { child, url: `http://${address}` }
  }
  // Its error output is complete once it has ended.
  if (child.exitCode === null && child.pid !== undefined) await once(child, 'close')
  throw new Error(`anvil did not start: ${errors.trim()}`)
}
