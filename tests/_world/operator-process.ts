import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { systemEnv } from './system.ts'

const main = fileURLToPath(new URL('../../service/programs/operate/main.ts', import.meta.url))
/** Kills the process with SIGKILL instead of its first output. */
const killAtFirstWord = `data:text/javascript,${encodeURIComponent(
  "process.stdout.write = () => process.kill(process.pid, 'SIGKILL')",
)}`

export interface OperatorProcess {
  kill(): void
  stop(): void
  /** The exit code, or null after a signal, with all output. */
  ended: Promise<{ code: number | null; signal: NodeJS.Signals | null; out: string; err: string }>
}

/** The operator's program as a process of its own, to be killed. */
export function spawnOperator(
  line: string,
  { settings, diesAtFirstWord = false }: { settings: Record<string, string>; diesAtFirstWord?: boolean },
): OperatorProcess {
  const dying = diesAtFirstWord ? ['--import', killAtFirstWord] : []
  const child = spawn(process.execPath, [...dying, main, ...line.split(' ')], {
    env: { ...systemEnv, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const output = { out: '', err: '' }
  child.stdout.on('data', (chunk) => {
    output.out += chunk
  })
  child.stderr.on('data', (chunk) => {
    output.err += chunk
  })
  const ended = once(child, 'close').then(([code, signal]) => ({
    code: code as number | null,
    signal: signal as NodeJS.Signals | null,
    ...output,
  }))
  return { kill: () => void child.kill('SIGKILL'), stop: () => void child.kill('SIGTERM'), ended }
}
