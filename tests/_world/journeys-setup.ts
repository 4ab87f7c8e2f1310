import { once } from 'node:events'
import { chmodSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { FullConfig } from '@playwright/test'
import { isAlive } from '#service/platform/db/embedded/cluster.ts'
import { startProcess } from './child.ts'
import { newDataDir } from './data-dir.ts'

/** Folders of a run begin with this and the id of its process. */
const PREFIX = 'e2e-run-'

/** Removes the folders of runs that were killed. */
function removeAbandoned(): void {
  for (const name of readdirSync(tmpdir())) {
    if (!name.startsWith(PREFIX) || isAlive(Number.parseInt(name.slice(PREFIX.length), 10))) continue
    rmSync(path.join(tmpdir(), name), { recursive: true, force: true })
  }
}

/** The data of a service that was started once with these settings and stopped. */
async function createTemplate(settings: Record<string, string>): Promise<string> {
  const folder = newDataDir('template')
  const service = await startProcess({ PORT: '0', MAILBOX_PORT: '0', DATA_DIR: folder, ...settings })
  await service.stop()
  return folder
}

/** Answers requests for the template of some settings, each of which is made once. */
async function serveTemplates() {
  const templates = new Map<string, Promise<string>>()
  const server = createServer(async (request, response) => {
    const { search, searchParams } = new URL(request.url ?? '', 'http://template')
    const made = templates.get(search) ?? createTemplate(Object.fromEntries(searchParams))
    templates.set(search, made)
    await made.then(
      (folder) => response.end(folder),
      (error) => response.writeHead(500).end(String(error)),
    )
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { server, address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/` }
}

/**
 * Playwright's globalSetup: a folder for all data of the run, and templates of data for its workers. The first service on an
 * empty folder creates its tables, and a demo weeks of history; a start on a copy takes half the processor time, a demo's a
 * quarter. A single worker starts on empty folders: it may need each kind of data once.
 */
export default async function setup({ workers }: Pick<FullConfig, 'workers'>): Promise<() => void> {
  removeAbandoned()
  const run = mkdtempSync(path.join(tmpdir(), `${PREFIX}${process.pid}-`))
  chmodSync(run, 0o755)
  process.env.E2E_FOLDER = run
  const templates = workers > 1 ? await serveTemplates() : undefined
  if (templates) process.env.E2E_TEMPLATES = templates.address
  return () => {
    templates?.server.close()
    rmSync(run, { recursive: true, force: true })
  }
}
