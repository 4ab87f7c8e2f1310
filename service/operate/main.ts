import { hostname, userInfo } from 'node:os'
import { createInterface } from 'node:readline/promises'
import { operate } from './program.ts'

/** The process: the terminal it talks to. */

async function ask(question: string, database: string): Promise<boolean> {
  // On stderr, so that the output can go on to another program.
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  try {
    return /^y(es)?$/i.test((await terminal.question(`Database ${database}\n${question} [y/N] `)).trim())
  } finally {
    terminal.close()
  }
}

process.exitCode = await operate(process.argv.slice(2), {
  env: process.env,
  cwd: process.env.OPERATE_CWD ?? process.cwd(),
  operator: `${userInfo().username}@${hostname()}`,
  out: (text) => process.stdout.write(text),
  err: (text) => process.stderr.write(text),
  columns: process.stdout.isTTY ? process.stdout.columns : undefined,
  colour: process.stdout.isTTY && !process.env.NO_COLOR,
  ask: process.stdin.isTTY ? ask : undefined,
  now: Date.now,
})
