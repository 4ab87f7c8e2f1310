import type { ChildProcessWithoutNullStreams } from 'node:child_process'
import type { Readable } from 'node:stream'
import type { Ending, Running } from './driver.ts'
import { createResizer } from './terminal.ts'

export interface RunningOptions {
  /** Its output, where that is not all of the child's. */
  stdout?: Readable
  /** Sends a signal to where the program really runs; default to the child's process group. */
  signal?(name: NodeJS.Signals): void
  /** Whether the child is script(1), which holds its terminal. */
  hasTerminal: boolean
  /** Whether the child only speaks for a program that runs elsewhere: it ends with its user, also when nobody answers it. */
  isClient?: boolean
}

/** Sends a signal to a child's process group, which it leads. */
export function signalGroup({ pid }: { pid?: number | undefined }, name: NodeJS.Signals): void {
  // A process that could not be started has no pid; 0 would be the group of this process.
  if (pid === undefined) return
  try {
    process.kill(-pid, name)
  } catch {
    // It has already ended.
  }
}

/** A child that leads its process group, as what a session runs. */
export function toRunning(child: ChildProcessWithoutNullStreams, options: RunningOptions): Running {
  const { stdout = child.stdout, signal = (name) => signalGroup(child, name), hasTerminal, isClient = false } = options
  const ended = new Promise<Ending>((resolve) => {
    // The program is missing, or the machine has no resources for it.
    child.on('error', () => child.pid === undefined && resolve({ code: 127, signal: null, hasStarted: false }))
    child.on('close', (code, by) => child.pid !== undefined && resolve({ code, signal: by, hasStarted: true }))
  })
  const resize = createResizer()
  return {
    stdin: child.stdin,
    stdout,
    stderr: child.stderr,
    ended,
    signal,
    resize: (size) => void (hasTerminal && child.pid !== undefined && resize(child.pid, size)),
    hangUp() {
      signal('SIGHUP')
      // The terminal closes with script(1), and the kernel sends SIGHUP to what is in its foreground.
      if (hasTerminal || isClient) signalGroup(child, 'SIGKILL')
      for (const stream of [child.stdin, child.stdout, child.stderr]) stream.destroy()
    },
  }
}
