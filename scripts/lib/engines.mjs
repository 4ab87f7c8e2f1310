// Finds the other engines that the site is tried in, Firefox and WebKit, as Debian has them; installs them where it can.
import { spawnSync } from 'node:child_process'
import { existsSync, globSync } from 'node:fs'

const find = (...patterns) => patterns.flatMap((pattern) => globSync(pattern)).find((file) => existsSync(file))

const findFirefox = () => find(process.env.FIREFOX_PATH ?? '', '/usr/bin/firefox-esr', '/usr/bin/firefox')
/** The driver, the browser that it drives, and the screen that it needs. */
const findWebKit = () => [
  find('/usr/bin/WebKitWebDriver'),
  find('/usr/lib/*/webkit2gtk-4.1/MiniBrowser', '/usr/lib/*/webkit2gtk-4.0/MiniBrowser'),
  find('/usr/bin/Xvfb'),
]

function install(...packages) {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return
  console.log(`Installing Debian’s ${packages.join(', ')} for the tour of the other engines...`)
  const apt = (...args) => spawnSync('apt-get', ['-qq', ...args], { stdio: ['ignore', 'ignore', 'inherit'] })
  apt('update')
  apt('install', '-y', '--no-install-recommends', ...packages)
}

/** Settings for the tour, with the installed engines; prints the missing ones. */
export function findEngines() {
  if (!findFirefox()) install('firefox-esr')
  if (findWebKit().includes(undefined)) install('webkit2gtk-driver', 'xvfb')
  const firefox = findFirefox()
  const [driver, browser, screen] = findWebKit()
  const found = {
    ...(firefox && { FIREFOX_PATH: firefox }),
    ...(driver && browser && screen && { WEBKIT_DRIVER: driver, WEBKIT_BROWSER: browser }),
  }
  if (!firefox)
    console.log('left out  engines: no Firefox is here, and it can be installed by root on Debian only (firefox-esr)')
  if (!found.WEBKIT_DRIVER)
    console.log(
      'left out  engines: no WebKit is here, and it can be installed by root on Debian only (webkit2gtk-driver, xvfb)',
    )
  return found
}
