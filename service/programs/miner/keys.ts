import type { MiningSession } from './mining-session.ts'

/** Characters that keys send in a raw terminal. */
const CTRL_C = '\x03'
const CTRL_Z = '\x1a'

/** The part of `process` that is used, or a test's replacement. */
interface HostProcess {
  platform: NodeJS.Platform
  stdin: Pick<NodeJS.ReadStream, 'isTTY' | 'setRawMode' | 'setEncoding' | 'on'>
  on(signal: NodeJS.Signals, listener: () => void): unknown
}

/** Ctrl-Z pauses and resumes, Ctrl-C ends. Both are signals, but Windows has no signal for Ctrl-Z: there the keys are read. */
export function listenForKeys(mining: MiningSession, ground: HostProcess): void {
  ground.on('SIGINT', () => mining.end())
  ground.on('SIGTERM', () => mining.end())
  if (ground.platform === 'win32') {
    readKeys(mining, ground.stdin)
    return
  }
  ground.on('SIGTSTP', () => mining.togglePause())
  // Sent by `fg` and `bg` of a shell that had stopped the launcher.
  ground.on('SIGCONT', () => mining.setPaused(false))
}

function readKeys(mining: MiningSession, terminal: HostProcess['stdin']): void {
  if (!terminal.isTTY) return
  terminal.setRawMode(true)
  terminal.setEncoding('utf8')
  terminal.on('data', (keys: string) => {
    for (const key of keys) {
      if (key === CTRL_Z) mining.togglePause()
      if (key === CTRL_C) mining.end()
    }
  })
}
