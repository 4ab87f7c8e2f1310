// Programs of the system that some packages need.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

/** A package can't be made here; the message names the command that changes that. */
export class MissingToolError extends Error {
  name = 'MissingToolError'
}

/** The resources of Android itself, which those of an app refer to. */
export const FRAMEWORK = '/usr/share/android-framework-res/framework-res.apk'

/** Each tool with its package of Debian. FRAMEWORK is a file, and has no version of its own. */
const tools = {
  makensis: { versionOption: '-VERSION', debian: 'nsis' },
  osslsigncode: { versionOption: '--version', debian: 'osslsigncode' },
  aapt2: { versionOption: 'version', debian: 'aapt' },
  smali: { versionOption: '--version', debian: 'libsmali-java' },
  apksigner: { versionOption: '--version', debian: 'apksigner' },
  [FRAMEWORK]: { debian: 'android-framework-res' },
}

/** The first line with the version of a program. Throws MissingToolError. */
export function toolVersion(name) {
  const { versionOption, debian } = tools[name]
  const { stdout, stderr, error } = spawnSync(name, [versionOption], { encoding: 'utf8' })
  if (error) throw new MissingToolError(`${name} is missing. Install it: apt-get install ${debian}`)
  return /\d+\.\d[\w.+-]*/.exec(stdout + stderr)?.[0] ?? 'unknown'
}

const isMissing = (name) =>
  tools[name].versionOption ? spawnSync(name, [tools[name].versionOption]).error !== undefined : !existsSync(name)

/** Throws a MissingToolError that names every missing tool, and one command for all. */
export function checkTools(names) {
  const missing = names.filter(isMissing)
  if (missing.length === 0) return
  const packages = missing.map((name) => tools[name].debian).join(' ')
  throw new MissingToolError(`Missing: ${missing.join(', ')}. Install what is missing: apt-get install ${packages}`)
}

/** Runs a program to its end, and throws what it has written when it fails. */
export function runTool(command, args, options = {}) {
  const { status, error, stdout, stderr } = spawnSync(command, args, { encoding: 'utf8', ...options })
  if (error) throw error
  if (status !== 0) throw new Error(`${command} failed with ${status}:\n${(stdout + stderr).trim().slice(-2000)}`)
  return stdout
}
