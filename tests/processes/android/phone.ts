import { execFileSync } from 'node:child_process'
import { globSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../../../scripts/lib/setup.mjs'

/** Enjarify is a program of Debian's own Python, whatever other Python is in the path. */
const DEBIAN = { ...process.env, PATH: '/usr/bin:/bin' }

/** Hexadecimal id and name (`string/no_app`) of each resource of an app, as system properties of Java. */
function resourceNames(apk: string): string[] {
  const listed = execFileSync('aapt', ['dump', 'resources', apk], { encoding: 'utf8' })
  return [...listed.matchAll(/spec resource 0x(\w+) [\w.]+:(\w+\/\w+)/g)].map(([, id, name]) => `-D${id}=${name}`)
}

/**
 * Runs the code of an app without Android: translated to Java's bytecode, between stand-ins of the classes of Android that it
 * calls (`java/`). Java's verifier checks the types of every instruction, as Android's does. Returns what a series of events
 * makes the app do, in lines; `java/dev/idleforge/app/Phone.java` has the events.
 */
export function createPhone(apk: string, folder: string): (...events: string[]) => string[] {
  mkdirSync(folder)
  const jar = join(folder, 'app.jar')
  execFileSync('enjarify', [apk, '-o', jar], { env: DEBIAN, stdio: 'pipe' })
  const sources = globSync('tests/processes/android/java/**/*.java', { cwd: root })
  execFileSync('javac', ['-d', folder, '-cp', jar, ...sources], { cwd: root, stdio: 'pipe' })
  const options = ['-Xverify:all', '-cp', `${folder}:${jar}`, ...resourceNames(apk)]
  return (...events) =>
    execFileSync('java', [...options, 'dev.idleforge.app.Phone', ...events], { encoding: 'utf8', stdio: 'pipe' })
      .trim()
      .split('\n')
}
