import type { MinerControl } from './control.ts'

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
export function listenForKeys(mining: { end(): void }, control: MinerControl, ground: HostProcess): void {
  const togglePause = () =>
    control.pause?.reason === 'user' ? control.resume() : control.pauseUntil(Number.POSITIVE_INFINITY)
  ground.on('SIGINT', () => mining.end())
  ground.on('SIGTERM', () => mining.end())
  if (ground.platform === 'win32') {
    readKeys({ togglePause, end: () => mining.end() }, ground.stdin)
    return
  }
  ground.on('SIGTSTP', togglePause)
  // Sent by `fg` and `bg` of a shell that had stopped the launcher.
  ground.on('SIGCONT', () => control.resume())
}

function readKeys(on: { togglePause(): void; end(): void }, terminal: HostProcess['stdin']): void {
  if (!terminal.isTTY) return
  terminal.setRawMode(true)
  terminal.setEncoding('utf8')
  terminal.on('data', (keys: string) => {
    for (const key of keys) {
      if (key === CTRL_Z) on.togglePause()
      if (key === CTRL_C) on.end()
    }
  })
}
