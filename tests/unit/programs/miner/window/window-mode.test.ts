import { expect, test } from 'vitest'
import { browserCommand } from '#service/programs/miner/window/open-browser.ts'
import { windowModeOf } from '#service/programs/miner/window/window-mode.ts'

const click = {
  named: undefined,
  json: false,
  isTerminal: false,
  platform: 'linux',
  pid: 7,
  env: { DISPLAY: ':0' },
} as const

test.each([
  ['a click', {}, 'open'],
  ['a click under Wayland', { env: { WAYLAND_DISPLAY: 'wayland-0' } }, 'open'],
  ['a click on Windows', { platform: 'win32', env: {} }, 'open'],
  ['a click on macOS', { platform: 'darwin', env: {} }, 'open'],
  [
    'a child of a desktop that systemd started',
    { env: { DISPLAY: ':0', INVOCATION_ID: 'a', SYSTEMD_EXEC_PID: '6' } },
    'open',
  ],
  ['systemd', { env: { DISPLAY: ':0', INVOCATION_ID: 'a', SYSTEMD_EXEC_PID: '7' } }, 'none'],
  ['systemd before 248', { env: { DISPLAY: ':0', INVOCATION_ID: 'a' } }, 'none'],
  ['a machine without a screen', { env: {} }, 'none'],
  ['a terminal', { isTerminal: true }, 'none'],
  ['a program that reads JSON', { json: true }, 'none'],
  ['a terminal with --window', { isTerminal: true, named: 'open' }, 'open'],
  ['systemd with --background', { json: true, env: {}, named: 'background' }, 'background'],
  ['a click with --no-window', { named: 'none' }, 'none'],
] as const)('%s', (_, start, mode) => {
  expect(windowModeOf({ ...click, ...start })).toBe(mode)
})

test('each system opens addresses by its own program', () => {
  expect(browserCommand('linux', 'http://a')).toEqual(['xdg-open', 'http://a'])
  expect(browserCommand('darwin', 'http://a')).toEqual(['open', 'http://a'])
  expect(browserCommand('win32', 'http://a')).toEqual(['rundll32', 'url.dll,FileProtocolHandler', 'http://a'])
})
