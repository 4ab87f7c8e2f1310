import { once } from 'node:events'
import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { installedAs, startNpm } from '../_world/clone.ts'
import { devPorts, freePort } from '../_world/ports.ts'
import { test as base, codeFor, expect } from './world.ts'

export interface Dev {
  readonly folder: string
  readonly origin: string
  readonly service: string
  codeFor(email: string): Promise<string>
  /** Signals npm to stop; resolves when no process that writes to its output is left. */
  stop(): Promise<void>
}

/** Saves a file with one part of it replaced. */
export function change(file: string, from: string, to: string): void {
  const before = readFileSync(file, 'utf8')
  expect(before).toContain(from)
  // Like many editors: another file replaces the previous one.
  writeFileSync(`${file}.new`, before.replace(from, to))
  renameSync(`${file}.new`, file)
}

/** `npm run dev` in a clone of its own; with `siteAlone` without the service. */
export const test = base.extend<{ dev: Dev; siteAlone: boolean }>({
  siteAlone: [false, { option: true }],
  dev: async ({ siteAlone }, use) => {
    const port = await freePort(devPorts)
    const clone = installedAs('clone')
    // Installed packages are outside of the clone.
    change(
      join(clone.folder, 'astro.config.mjs'),
      'server: { strictPort',
      'server: { fs: { strict: false }, strictPort',
    )
    const settings = { DATABASE_URL: '', DATA_DIR: '.data', LIMITS: 'test', PORT: `${port}` }
    const { child, kill } = startNpm(['run', 'dev', ...(siteAlone ? ['--', '--site'] : [])], clone.folder, settings)
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += text))
    const address = (above: number) => `http://127.0.0.1:${port + above}`
    try {
      for (const sign of [siteAlone ? 'Without the service' : 'service is up', 'watching for file changes'])
        await expect.poll(() => output, { timeout: 100_000 }).toContain(sign)
      await use({
        folder: clone.folder,
        origin: address(0),
        service: address(10),
        codeFor: (email) => codeFor(address(11), email),
        async stop() {
          const silent = once(child.stdout, 'close')
          child.kill('SIGTERM')
          await silent
        },
      })
    } catch (error) {
      console.error(output)
      throw error
    } finally {
      kill()
      clone.remove()
    }
  },
  baseURL: async ({ dev }, use) => use(dev.origin),
})
