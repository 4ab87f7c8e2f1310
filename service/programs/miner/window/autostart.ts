import { execFile } from 'node:child_process'
import { copyFileSync, existsSync, rmSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import path from 'node:path'
import { brand } from '#lib/brand.ts'
import { makeFolder } from '#service/platform/folders.ts'
import { desktopEntry, launchAgent } from './autostart-files.ts'

/** Whether the miner starts with the user's session, and by what. */
export interface AutostartState {
  isEnabled: boolean
  by: 'systemd' | 'file'
  /** The systemd unit, or the file that the system reads. */
  place: string
}

export interface Autostart {
  /** Undefined where this program can't arrange it. */
  read(): Promise<AutostartState | undefined>
  set(isEnabled: boolean): Promise<void>
}

interface Ground {
  platform: NodeJS.Platform
  home: string
  env: Readonly<Record<string, string | undefined>>
  /** The program and its arguments. */
  command: readonly string[]
  /** The installed unit starts the program without arguments, so it stands for no other service or file. */
  isUnitAllowed: boolean
}

const UNIT = 'idleforge-miner.service'
const LINK = `${brand.name} Miner.lnk`

const systemctl = (...args: string[]): Promise<string> =>
  new Promise((resolve) => {
    execFile('systemctl', ['--user', ...args, UNIT], { timeout: 5_000 }, (_, stdout) => resolve(stdout.trim()))
  })

const byUnit: Autostart = {
  async read() {
    const state = await systemctl('is-enabled')
    if (state !== 'enabled' && state !== 'disabled') return undefined
    return { isEnabled: state === 'enabled', by: 'systemd', place: UNIT }
  },
  set: async (isEnabled) => void (await systemctl(isEnabled ? 'enable' : 'disable')),
}

const byFile = (place: string, write: (place: string) => void): Autostart => ({
  read: async () => ({ isEnabled: existsSync(place), by: 'file', place }),
  async set(isEnabled) {
    if (!isEnabled) return rmSync(place, { force: true })
    makeFolder(path.dirname(place))
    write(place)
  },
})

/** The installer leaves the shortcut that it would have put into the Startup folder beside the program. */
function byShortcut({ env, home, command }: Ground): Autostart {
  const template = path.join(path.dirname(command[0] ?? ''), 'Autostart.lnk')
  const roaming = env.APPDATA ?? path.join(home, 'AppData', 'Roaming')
  const place = path.join(roaming, 'Microsoft', 'Windows', 'Start Menu', 'Programs', 'Startup', LINK)
  const file = byFile(place, () => copyFileSync(template, place))
  return { ...file, read: async () => (existsSync(template) ? file.read() : undefined) }
}

function byDesktopEntry({ env, home, command }: Ground): Autostart {
  const place = path.join(env.XDG_CONFIG_HOME || path.join(home, '.config'), 'autostart', 'idleforge-miner.desktop')
  return byFile(place, () => writeFileSync(place, desktopEntry(`${brand.name} Miner`, command)))
}

function byLaunchAgent({ home, command }: Ground): Autostart {
  const label = `${brand.domain.split('.').reverse().join('.')}.miner`
  const place = path.join(home, 'Library', 'LaunchAgents', `${label}.plist`)
  return byFile(place, () => writeFileSync(place, launchAgent(label, command)))
}

/** Arranges the start with the user's session, as each system does it without administrator rights. */
export function createAutostart(ground: Ground): Autostart {
  if (ground.platform === 'win32') return byShortcut(ground)
  if (ground.platform === 'darwin') return byLaunchAgent(ground)
  if (ground.platform !== 'linux') return { read: async () => undefined, set: async () => {} }
  const entry = byDesktopEntry(ground)
  const choose = async () => (ground.isUnitAllowed && (await byUnit.read()) ? byUnit : entry)
  return { read: async () => (await choose()).read(), set: async (isEnabled) => (await choose()).set(isEnabled) }
}

export const autostartOfProcess = (command: readonly string[], isUnitAllowed: boolean): Autostart =>
  createAutostart({ platform: process.platform, home: homedir(), env: process.env, command, isUnitAllowed })
