// Programs that the tests of packages need.
import { spawnSync } from 'node:child_process'

/** Each program and its package of Debian. */
const tools = {
  windows: { makensis: 'nsis', wine: 'wine wine64', osslsigncode: 'osslsigncode', openssl: 'openssl', unzip: 'unzip' },
  android: {
    ...{ aapt: 'aapt', aapt2: 'aapt', zipalign: 'zipalign', apksigner: 'apksigner', dexdump: 'dexdump' },
    ...{ smali: 'libsmali-java android-framework-res', enjarify: 'enjarify', javac: 'default-jdk-headless' },
  },
}

/** Whether all of a kind are here; names the command that installs those that are missing. */
export function hasPackTools(kind) {
  const missing = Object.entries(tools[kind]).filter(([name]) => spawnSync(name, ['--version']).error)
  if (missing.length === 0) return true
  const packages = [...new Set(missing.map(([, name]) => name))].join(' ')
  console.log(`skipped  the packages for ${kind}, for want of a tool: apt-get install ${packages}`)
  return false
}

/** Why the miner can't be packed for Linux x64 and run here; undefined where it can. */
export function linuxPackBlocker() {
  if (process.platform !== 'linux' || process.arch !== 'x64')
    return `this is ${process.platform} ${process.arch}, not linux x64`
  // The Node that is packed is linked with this library, and the loader names one that it can't preload.
  const env = { LD_PRELOAD: 'libatomic.so.1' }
  const { stderr } = spawnSync(process.execPath, ['--version'], { env, encoding: 'utf8' })
  return stderr.includes('libatomic') ? 'libatomic is missing: apt-get install libatomic1' : undefined
}
