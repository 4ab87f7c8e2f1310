// Finds a Chromium for the browser tests: Debian's headless shell, which is a quarter faster, else Playwright's or the
// system's. Installs Debian's if available, else Playwright's.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { installDebian } from './debian.mjs'
import { fail } from './setup.mjs'

const windowless = '/usr/bin/chromium-headless-shell'
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

function installDebians() {
  // The fallback of the site's font has the measures of Arial, which Liberation has too.
  const failure = installDebian(['chromium-headless-shell', 'fonts-liberation'], 'the browser tests')
  // Releases before Debian 12 have no package of it.
  if (failure?.includes('Unable to locate package')) installDebian(['chromium'], 'the browser tests')
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
  const configured = process.env.CHROMIUM_PATH
  if (configured && existsSync(configured)) return configured
  if (!existsSync(windowless)) installDebians()
  const find = () => [windowless, ownChromium(), ...known].find((file) => existsSync(file))
  if (!find()) installOwn()
  return find() ?? fail('No Chromium found: install one, or set CHROMIUM_PATH.')
}
