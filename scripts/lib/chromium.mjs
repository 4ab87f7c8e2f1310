// Finds a Chromium for the browser tests: Playwright's own, else one on the system; else installs Debian's package or
// Playwright's own, whichever can be had.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fail } from './setup.mjs'

const known = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/opt/google/chrome/chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
]

function ownChromium() {
  const { chromium } = createRequire(import.meta.url)('@playwright/test')
  return chromium.executablePath()
}

function installDebian() {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return
  console.log('Installing Debian’s chromium for the browser tests...')
  const apt = (...args) => spawnSync('apt-get', ['-qq', ...args], { stdio: ['ignore', 'ignore', 'inherit'] })
  apt('update')
  apt('install', '-y', '--no-install-recommends', 'chromium')
}

function installOwn() {
  console.log('Installing Playwright’s Chromium for the browser tests...')
  const cli = createRequire(import.meta.url).resolve('@playwright/test/cli')
  spawnSync(process.execPath, [cli, 'install', 'chromium'], {
    stdio: ['ignore', 'ignore', 'inherit'],
    timeout: 300_000,
  })
}

export function findChromium() {
  const candidates = () => [process.env.CHROMIUM_PATH, ownChromium(), ...known].filter(Boolean)
  const found = candidates().find((file) => existsSync(file))
  if (found) return found
  installDebian()
  if (!candidates().some((file) => existsSync(file))) installOwn()
  return candidates().find((file) => existsSync(file)) ?? fail('No Chromium found: install one, or set CHROMIUM_PATH.')
}
