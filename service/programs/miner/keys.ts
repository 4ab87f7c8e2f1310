import type { MiningSession } from './mining-session.ts'

/** What the keys of a raw terminal send. */
const CTRL_C = '\x03'
const CTRL_Z = '\x1a'

/** Where a miner runs: `process`, or what a test has in its place. */
interface HostProcess {
  platform: NodeJS.Platform
  stdin: Pick<NodeJS.ReadStream, 'isTTY' | 'setRawMode' | 'setEncoding' | 'on'>
  on(signal: NodeJS.Signals, listener: () => void): unknown
}

/**
 * Ctrl-Z pauses and goes on, Ctrl-C ends. They come as signals, but Windows has no signal for Ctrl-Z: there the keys
 * themselves are read.
 */
export function listenForKeys(mining: MiningSession, ground: HostProcess): void {
  ground.on('SIGINT', () => mining.end())
  ground.on('SIGTERM', () => mining.end())
  if (ground.platform === 'win32') {
    readKeys(mining, ground.stdin)
    return
  }
  ground.on('SIGTSTP', () => mining.togglePause())
  // `fg` and `bg` of a shell that had stopped the launcher.
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
