import { execFile } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync } from 'node:fs'
import { cp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { clusterOf } from '#service/platform/db/embedded/home.ts'

/** The path of a data folder in a new folder of the run. */
export function newDataDir(name: string): string {
  const place = mkdtempSync(path.join(process.env.E2E_FOLDER ?? tmpdir(), `${name}-`))
  // As root the database server runs as another user, who has to be able to enter the folder, or its data would be
  // somewhere else and stay.
  chmodSync(place, 0o755)
  return path.join(place, 'demo')
}

/** The same with the data of a service that was started with these settings before, where the run has templates. */
export async function copyDataDir(name: string, settings: Record<string, string>): Promise<string> {
  const folder = newDataDir(name)
  const templates = process.env.E2E_TEMPLATES
  if (!templates) return folder
  const reply = await fetch(`${templates}?${new URLSearchParams(settings)}`)
  const template = await reply.text()
  if (!reply.ok) throw new Error(`the template of the data was not made: ${template}`)
  // Data that stand elsewhere, because the database server cannot reach the folder, cannot be copied with it.
  if (!existsSync(clusterOf(path.join(template, 'postgres')))) return folder
  // Node's own copy belongs to this process's user, and the database of a service that runs as root to another one.
  if (process.getuid?.() === 0) await promisify(execFile)('cp', ['-a', template, folder])
  else await cp(template, folder, { recursive: true })
  return folder
}
