import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { MINER_FILE } from '#lib/rules/miner.ts'

export interface MinerProcess {
  child: ChildProcess
  /** Events as the miner prints them with --json. */
  events: Record<string, unknown>[]
  stateFile: string
  /** Resolves when an event fits. */
  until(fits: (event: Record<string, unknown>) => boolean): Promise<Record<string, unknown>>
  stop(): Promise<number | null>
  /** Its exit code, also when it has ended before anybody asks; null where a signal has ended it. */
  ended: Promise<number | null>
  /** Mode of the file that holds the device's token. */
  stateMode(): number
}

/** The real miner as a child process: the file that the site hands out. */
export function startMiner(service: string, args: readonly string[], stateFolder?: string): MinerProcess {
  const folder = stateFolder ?? mkdtempSync(path.join(tmpdir(), 'miner-'))
  const stateFile = path.join(folder, 'miner.json')
  const child = spawn(
    process.execPath,
    [`dist/${MINER_FILE}`, '--service', service, '--state', stateFile, '--json', '--threads', '1', '--always', ...args],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )
  // Not `exit`, after which the last events may still be unread.
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  const events: Record<string, unknown>[] = []
  const waiting = new Set<() => void>()
  let rest = ''
  child.stdout?.on('data', (chunk: Buffer) => {
    const lines = (rest + String(chunk)).split('\n')
    rest = lines.pop() ?? ''
    events.push(...lines.map((line) => JSON.parse(line) as Record<string, unknown>))
    for (const check of waiting) check()
  })
  return {
    child,
    ended,
    events,
    stateFile,
    until: (fits) =>
      new Promise((resolve, reject) => {
        const check = () => {
          const found = events.find(fits)
          if (!found) return
          waiting.delete(check)
          resolve(found)
        }
        waiting.add(check)
        check()
        void ended.then((code) => reject(new Error(`the miner ended with ${code}: ${JSON.stringify(events.at(-1))}`)))
      }),
    async stop() {
      child.kill('SIGINT')
      const code = await ended
      if (stateFolder === undefined) rmSync(folder, { recursive: true, force: true })
      return code
    },
    stateMode: () => statSync(stateFile).mode & 0o777,
  }
}
