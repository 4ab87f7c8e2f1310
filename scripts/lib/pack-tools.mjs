// Programs that the tests of the Windows packages need.
import { spawnSync } from 'node:child_process'

/** Each program and its package of Debian. */
const tools = {
  makensis: 'nsis',
  wine: 'wine wine64',
  osslsigncode: 'osslsigncode',
  openssl: 'openssl',
  unzip: 'unzip',
}

/** Whether all are here; names the command that installs those that are missing. */
export function hasPackTools() {
  const missing = Object.entries(tools).filter(([name]) => spawnSync(name, ['--version']).error)
  if (missing.length === 0) return true
  const packages = missing.map(([, name]) => name).join(' ')
  console.log(`skipped  the Windows packages, for want of a tool: apt-get install ${packages}`)
  return false
}
