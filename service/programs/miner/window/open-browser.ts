import { spawn } from 'node:child_process'

/** The program of each system that opens an address in the user's browser. */
export function browserCommand(platform: NodeJS.Platform, address: string): readonly [string, ...string[]] {
  if (platform === 'win32') return ['rundll32', 'url.dll,FileProtocolHandler', address]
  return [platform === 'darwin' ? 'open' : 'xdg-open', address]
}

/** How long a command may take to say that it has no browser. Some end only with the browser that they start. */
const WAIT_MS = 5_000

/** Opens an address; returns whether the system found a browser, as far as it says so. */
export function openBrowser(address: string, platform = process.platform): Promise<boolean> {
  const [program, ...args] = browserCommand(platform, address)
  return new Promise((resolve) => {
    const child = spawn(program, args, { detached: true, stdio: 'ignore', windowsHide: true })
    const timer = setTimeout(() => resolve(true), WAIT_MS)
    const end = (isOpen: boolean) => {
      clearTimeout(timer)
      resolve(isOpen)
    }
    child.on('error', () => end(false))
    child.on('exit', (code) => end(code === 0))
    child.unref()
  })
}
