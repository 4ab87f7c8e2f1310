import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { createAutostart } from '#service/programs/miner/window/autostart.ts'
import { desktopEntry, launchAgent } from '#service/programs/miner/window/autostart-files.ts'

let home = ''
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'home-'))
  onTestFinished(() => rmSync(home, { recursive: true }))
})

const create = (platform: NodeJS.Platform, command: readonly string[]) =>
  createAutostart({ platform, home, env: {}, command, isUnitAllowed: false })

test.each([
  ['linux', '.config/autostart/idleforge-miner.desktop', 'Exec="/opt/miner" "--background"'],
  ['darwin', 'Library/LaunchAgents/example.idleforge.miner.plist', '<string>--background</string>'],
] as const)('on %s a file of the user starts the miner, until it is removed', async (platform, name, line) => {
  const autostart = create(platform, ['/opt/miner', '--background'])
  const place = join(home, name)
  expect(await autostart.read()).toEqual({ isEnabled: false, by: 'file', place })
  await autostart.set(true)
  expect(await autostart.read()).toEqual({ isEnabled: true, by: 'file', place })
  expect(readFileSync(place, 'utf8')).toContain(line)
  await autostart.set(false)
  expect([existsSync(place), (await autostart.read())?.isEnabled]).toEqual([false, false])
})

test('on Windows the shortcut of the installer is copied; without one nothing can be arranged', async () => {
  const programs = join(home, 'Programs')
  mkdirSync(programs)
  const autostart = create('win32', [join(programs, 'idleforge-miner.exe')])
  expect(await autostart.read()).toBeUndefined()
  writeFileSync(join(programs, 'Autostart.lnk'), 'link')
  await autostart.set(true)
  const state = await autostart.read()
  expect(state).toMatchObject({ isEnabled: true, place: expect.stringMatching(/Startup.Idleforge Miner\.lnk$/) })
  expect(readFileSync(state?.place ?? '', 'utf8')).toBe('link')
})

test('the command of an entry is quoted as its format demands', () => {
  const command = ['/opt/a "b" $c/100%', '--state', '/h\\x']
  expect(desktopEntry('Miner', command)).toContain('Exec="/opt/a \\\\"b\\\\" \\\\$c/100%%" "--state" "/h\\\\\\\\x"\n')
  expect(launchAgent('l', ['/a&<b>'])).toContain('<string>/a&#38;&#60;b&#62;</string>')
})
