import { constants, hostname, userInfo } from 'node:os'
import { extendConnectTimeout } from '#service/platform/connect-timeout.ts'
import { createPrompt } from './ask.ts'
import { operate } from './program.ts'

/** The process: the terminal it talks to. */

// Packages, backups and pictures are for its user and the service only.
process.umask(0o077)
extendConnectTimeout()
// A database that this process has started stops as it exits.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.once(signal, () => process.exit(128 + constants.signals[signal]))

/** A container may run this by a number that has no name. */
function userName(): string {
  try {
    return userInfo().username
  } catch {
    return `uid-${process.getuid?.()}`
  }
}

process.exitCode = await operate(process.argv.slice(2), {
  env: process.env,
  cwd: process.env.OPERATE_CWD ?? process.cwd(),
  operator: `${userName()}@${hostname()}`,
  out: (text) => process.stdout.write(text),
  err: (text) => process.stderr.write(text),
  columns: process.stdout.isTTY ? process.stdout.columns : undefined,
  colour: process.stdout.isTTY && !process.env.NO_COLOR,
  // On stderr, so that the output can go on to another program.
  ask: process.stdin.isTTY ? createPrompt({ input: process.stdin, output: process.stderr }) : undefined,
  now: Date.now,
})
