// Finds the other engines that the site is tried in, Firefox and WebKit, as Debian has them; installs them where it can.
import { existsSync, globSync } from 'node:fs'
import { installDebian } from './debian.mjs'

const find = (...patterns) => patterns.flatMap((pattern) => globSync(pattern)).find((file) => existsSync(file))

const findFirefox = () => find(process.env.FIREFOX_PATH ?? '', '/usr/bin/firefox-esr', '/usr/bin/firefox')
/** The driver, the browser that it drives, and the screen that it needs. */
const findWebKit = () => [
  find('/usr/bin/WebKitWebDriver'),
  find('/usr/lib/*/webkit2gtk-4.1/MiniBrowser', '/usr/lib/*/webkit2gtk-4.0/MiniBrowser'),
  find('/usr/bin/Xvfb'),
]

/** Settings for the tour, with the installed engines; prints the missing ones. */
export function findEngines() {
  if (!findFirefox()) installDebian(['firefox-esr'], 'the tour of the other engines')
  if (findWebKit().includes(undefined)) installDebian(['webkit2gtk-driver', 'xvfb'], 'the tour of the other engines')
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
