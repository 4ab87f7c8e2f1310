import { type ChildProcess, spawn } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { readLines } from './lines.ts'

/** The home of a user with a desktop: a command stands for the browser, and notes the addresses that it opens. */
export function createDesktop() {
  const home = mkdtempSync(join(tmpdir(), 'desktop-'))
  const opened = join(home, 'opened')
  const command = join(home, 'bin', 'xdg-open')
  mkdirSync(dirname(command))
  writeFileSync(command, `#!/bin/sh\necho "$1" >> "${opened}"\n`)
  chmodSync(command, 0o755)
  const path = [dirname(command), dirname(process.execPath), process.env.PATH].join(delimiter)
  return {
    home,
    env: {
      ...process.env,
      HOME: home,
      PATH: path,
      DISPLAY: ':0',
      INVOCATION_ID: undefined,
      SYSTEMD_EXEC_PID: undefined,
    },
    /** Addresses in the order in which they were opened. */
    opened: () => readLines(opened),
    remove: () => rmSync(home, { recursive: true, force: true }),
  }
}

export type Desktop = ReturnType<typeof createDesktop>

/** Starts a program of the miner on a desktop, as a click does. */
export function startOnDesktop({ env, home }: Desktop, [program = '', ...args]: readonly string[]): ChildProcess {
  return spawn(program, args, { cwd: home, env, stdio: ['ignore', 'pipe', 'pipe'] })
}
