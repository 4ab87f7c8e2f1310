import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { serviceArguments } from '../../scripts/lib/setup.mjs'
import { systemEnv } from './system.ts'

export interface Up {
  up: string
  mailbox: string | undefined
  /** The node of the local network; of a timed service alone. */
  chain?: string
}

export interface ServiceProcess {
  child: ChildProcess
  origin: string
  mailbox: string
  chain: string | undefined
  /** Everything it has written. */
  output(): string
  /** Sets the clock of a `timed-service.ts`; resolves when everything that was due by then is done. */
  goTo(time: number): Promise<void>
  stop(signal?: NodeJS.Signals): Promise<number | null>
}

/** The service with a clock that a test sets. */
export const TIMED = 'tests/_world/timed-service.ts'

/** Starts the service as a process of its own and waits until it says that it is up. */
export async function startProcess(env: Record<string, string>, program?: string): Promise<ServiceProcess> {
  const child = spawn(process.execPath, program ? [program] : serviceArguments, {
    env: { ...systemEnv, NODE_ENV: 'test', LIMITS: 'test', LOG_LEVEL: 'warn', ...env },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => (output += String(chunk)))
  // Not `exit`, after which the last output may still be unread.
  const closed = once(child, 'close') as Promise<[number | null]>
  const up = await Promise.race([
    once(child, 'message').then(([message]) => message as Up),
    closed.then(([code]) => Promise.reject(new Error(`the service ended with ${code}:\n${output}`))),
  ])
  return {
    child,
    origin: up.up,
    mailbox: up.mailbox ?? '',
    chain: up.chain,
    output: () => output,
    async goTo(time) {
      const listening = new AbortController()
      const [gone, ended] = ['message', 'exit'].map((event) => once(child, event, { signal: listening.signal }))
      child.send({ goTo: time })
      await Promise.race([gone, ended?.then(() => Promise.reject(new Error(`the service has ended:\n${output}`)))])
      listening.abort()
    },
    async stop(signal = 'SIGTERM') {
      child.kill(signal)
      const [code] = await closed
      return code
    },
  }
}
