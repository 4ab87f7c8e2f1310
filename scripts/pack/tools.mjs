// Programs of the system that some packages need.
import { spawnSync } from 'node:child_process'

/** A package can't be made here; the message names the command that changes that. */
export class MissingToolError extends Error {
  name = 'MissingToolError'
}

const tools = {
  makensis: { versionOption: '-VERSION', install: 'apt-get install nsis' },
  osslsigncode: { versionOption: '--version', install: 'apt-get install osslsigncode' },
}

/** The first line with the version of a program. Throws MissingToolError. */
export function toolVersion(name) {
  const { versionOption, install } = tools[name]
  const { stdout, error } = spawnSync(name, [versionOption], { encoding: 'utf8' })
  if (error) throw new MissingToolError(`${name} is missing. Install it: ${install}`)
  return /\d+\.\d[\w.+-]*/.exec(stdout)?.[0] ?? 'unknown'
}

/** Runs a program to its end, and throws what it has written when it fails. */
export function runTool(command, args, options = {}) {
  const { status, error, stdout, stderr } = spawnSync(command, args, { encoding: 'utf8', ...options })
  if (error) throw error
  if (status !== 0) throw new Error(`${command} failed with ${status}:\n${(stdout + stderr).trim().slice(-2000)}`)
  return stdout
}
