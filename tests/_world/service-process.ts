import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { serviceArguments } from '../../scripts/lib/setup.mjs'
import { systemEnv } from './system.ts'

export interface ServiceProcess {
  readonly address: string
  readonly mailbox: string | undefined
  readonly pid: number
  readonly output: () => string
  /** Sends a signal and resolves with the exit code, null when the signal itself ended the process. */
  end(signal: 'SIGTERM' | 'SIGKILL'): Promise<number | null>
}

const root = fileURLToPath(new URL('../..', import.meta.url))

function launch(settings: Record<string, string>): { child: ChildProcess; output: () => string } {
  const child = spawn(process.execPath, serviceArguments, {
    cwd: root,
    env: { ...systemEnv, ...settings },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  let text = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk) => {
      text += chunk
    })
  return { child, output: () => text }
}

/** The service as a separate process; rejects with its output when it does not start. */
export async function spawnService(settings: Record<string, string>): Promise<ServiceProcess> {
  const { child, output } = launch(settings)
  // Not `exit`, after which the last output may still be unread.
  const closed = once(child, 'close') as Promise<[number | null]>
  const up = once(child, 'message') as Promise<[{ up: string; mailbox?: string }]>
  const first = await Promise.race([up, closed.then(() => undefined)])
  if (!first) throw new Error(`the service did not start: ${output()}`)
  const [{ up: address, mailbox }] = first
  return {
    address,
    mailbox,
    pid: child.pid ?? 0,
    output,
    async end(signal) {
      child.kill(signal)
      const [code] = await closed
      return code
    },
  }
}

/** Starts a service that is expected to fail: its exit code, output and duration. */
export async function spawnRefused(settings: Record<string, string>) {
  const started = performance.now()
  const { child, output } = launch(settings)
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, output: output(), ms: performance.now() - started }
}
