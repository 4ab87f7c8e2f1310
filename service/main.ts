import { type Config, ConfigError, readConfig } from './platform/config.ts'
import { extendConnectTimeout } from './platform/connect-timeout.ts'
import { DRAIN_LIMITS } from './platform/http/drain.ts'
import { type Running, startService } from './start.ts'
import { explainStartError } from './start-error.ts'
import { handleUncaughtErrors } from './uncaught-errors.ts'

/** The process: settings, start, signals. */

/** Longer than calls may take to end (http/drain.ts): jobs and the database end after them. */
const DRAIN_MS = DRAIN_LIMITS.maxMs + 15_000

function readSettings(): Config {
  try {
    return readConfig(process.env)
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    console.error(error.message)
    process.exit(2)
  }
}

let isListening = false

async function start(config: Config): Promise<Running> {
  try {
    return await startService(config, {
      onListening() {
        isListening = true
      },
    })
  } catch (error) {
    const sentence = explainStartError(error, config)
    if (sentence === undefined) throw error
    console.error(sentence)
    process.exit(1)
  }
}

function announce(running: Running): void {
  const { ctx, address, mailboxAddress } = running
  ctx.log.info({ address, opener: ctx.opener.backend, demo: ctx.config.demo }, 'service is up')
  if (mailboxAddress) ctx.log.info({ mailbox: mailboxAddress }, 'letters are kept in the local mailbox')
  process.send?.({ up: address, mailbox: mailboxAddress })
}

async function drain(running: Running, reason: string, exitCode = 0): Promise<void> {
  running.ctx.log.info({ signal: reason }, 'draining')
  const timeout = setTimeout(() => {
    running.ctx.log.error('draining took too long')
    process.exit(1)
  }, DRAIN_MS)
  await running.close()
  clearTimeout(timeout)
  process.exit(exitCode)
}

let running: Running | undefined
let isDraining = false

/** A process group and a launcher may both send a signal: the second one must not cut the draining short. */
function stop(reason: string, exitCode = 0): void {
  if (isDraining) return
  isDraining = true
  if (running) void drain(running, reason, exitCode)
  // Not up yet: the embedded database stops as the process exits. A service that listens drains as soon as it is up.
  else if (!isListening) process.exit(1)
}

// SIGHUP comes when the terminal is closed.
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => stop(signal))
// A launcher that is gone can't pass a signal on, and nobody would find the process that it has left.
process.on('disconnect', () => stop('launcher gone'))
// Files that the service and the programs it starts write are for its user alone.
process.umask(0o077)
extendConnectTimeout()
running = await start(readSettings())
handleUncaughtErrors({ ctx: running.ctx, end: () => stop('uncaught error', 1) })
announce(running)
if (isDraining) void drain(running, 'signal during the start')
