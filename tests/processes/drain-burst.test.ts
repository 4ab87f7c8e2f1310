import { mkdtempSync, rmSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { login } from '#lib/contract/accounts.ts'
import { createSealer } from '#lib/crypto/sealer.ts'
import { createSignature } from '#lib/crypto/signature.ts'
import { createDatabase } from '#world/postgres.ts'
import { spawnService } from '#world/service-process.ts'
import { publicKey } from '#world/sm2-vectors.ts'
import { testSettings } from '#world/world.ts'

const COUNT = 40

/** Sign-ins that are sealed ahead, so that they can be sent at one moment. */
async function sealSignIns(): Promise<string[]> {
  const sealer = createSealer(publicKey)
  const one = (index: number) => ({
    ...{ username: `nobody${index}@example.test`, password: '0'.repeat(32), plat: 'web' },
    ...createSignature({ now: Date.now(), versionNo: '0.1.0', salt: 'idleforge' }),
  })
  const sealed = await Promise.all(Array.from({ length: COUNT }, (_, index) => sealer.seal(one(index))))
  sealer.close()
  return sealed.map((q) => JSON.stringify({ q }))
}

/** The status of the answer, or the code of what became of the connection. */
const send = (address: string, body: string): Promise<number | string> =>
  new Promise((resolve) => {
    const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }
    request(`${address}/api${login.path}`, { method: 'POST', headers, agent: false }, (response) => {
      response.resume().on('end', () => resolve(response.statusCode ?? 0))
    })
      .on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message))
      .end(body)
  })

test.each([40, 250, 400])(
  'a young process loses none of 40 sign-ins when it is told to stop after %i ms',
  async (ms) => {
    const database = await createDatabase()
    const folder = mkdtempSync(join(tmpdir(), 'burst-'))
    const bodies = await sealSignIns()
    const service = await spawnService(testSettings(database.url, folder))
    const sent = bodies.map((body) => send(service.address, body))
    await wait(ms)
    const exit = service.end('SIGTERM')
    const ends = await Promise.all(sent)
    expect(await exit).toBe(0)
    await database.drop()
    rmSync(folder, { recursive: true, force: true })
    // A connection that comes once it listens no more is refused by the kernel: nothing of it was accepted.
    expect(ends.filter((end) => ![200, 429, 503, 'ECONNREFUSED'].includes(end))).toEqual([])
    expect(ends.filter((end) => end === 200).length).toBeGreaterThan(0)
  },
)
