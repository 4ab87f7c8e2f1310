import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { afterEach, expect, test } from 'vitest'
import { createSealer } from '#lib/crypto/sealer.ts'
import { createSignature } from '#lib/crypto/signature.ts'
import { startProcess } from '#world/child.ts'
import { createDatabase } from '#world/postgres.ts'
import { publicKey } from '#world/sm2-vectors.ts'
import { testSettings } from '#world/world.ts'

const cleanups: (() => unknown)[] = []
afterEach(async () => {
  for (const clean of cleanups.splice(0).reverse()) await clean()
})

/** A service in which work fails that nobody awaits, and how to call it. */
async function startFaulty(faults: string) {
  const database = await createDatabase()
  cleanups.push(database.drop)
  const folder = mkdtempSync(join(tmpdir(), 'uncaught-'))
  cleanups.push(() => rmSync(folder, { recursive: true, force: true }))
  const service = await startProcess({
    ...testSettings(database.url, folder),
    ALARM_EMAIL: 'alarms@idleforge.example',
    LATE_FAULTS: faults,
    NODE_OPTIONS: `--import=${fileURLToPath(new URL('../_world/late-faults.ts', import.meta.url))}`,
  })
  cleanups.push(() => service.stop('SIGKILL'))
  const sealer = createSealer(publicKey)
  cleanups.push(() => sealer.close())
  const lines = () =>
    service
      .output()
      .split('\n')
      .filter((line) => line.startsWith('{'))
      .map((line) => JSON.parse(line) as { level: number; msg: string; requestId?: string; err?: { message: string } })
  return {
    service,
    lines,
    saying: (fault: string) => lines().filter(({ err }) => err?.message === `late fault: ${fault}`),
    async ask() {
      const q = await sealer.seal(createSignature({ now: Date.now(), versionNo: '0.1.0', salt: 'idleforge' }))
      const response = await fetch(`${service.origin}/api/user/captchaImage`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ q }),
      })
      const body = (await response.json()) as { data: { requestId?: string } }
      return { status: response.status, requestId: body.data.requestId }
    },
    async query(text: string) {
      const client = new pg.Client(database.url)
      await client.connect()
      const { rows } = await client.query(text)
      await client.end()
      return rows as Record<string, unknown>[]
    },
    subjects: async () =>
      ((await (await fetch(`${service.mailbox}/letters.json`)).json()) as { subject: string }[]).map(
        ({ subject }) => subject,
      ),
  }
}

test('an uncaught error in a request gets a reply, is logged once and raises an alarm, and the service continues', async () => {
  const { ask, saying, subjects, service } = await startFaulty('later,rejected,hanging')
  expect(await ask()).toMatchObject({ status: 200 })
  service.child.send('later')
  await expect.poll(() => saying('later')).toMatchObject([{ msg: 'a request failed after its answer', level: 50 }])
  for (const fault of ['rejected', 'hanging']) {
    const { status, requestId } = await ask()
    expect([fault, status]).toEqual([fault, 500])
    await expect.poll(() => saying(fault)).toMatchObject([{ msg: 'call failed', requestId }])
  }
  expect(await ask()).toMatchObject({ status: 200 })
  await expect.poll(subjects).toEqual(['Alarm: a request failed in an unexpected place'])
  expect(await service.stop()).toBe(0)
})

test('an error outside of any request raises an alarm and ends the process cleanly with 1', async () => {
  const { ask, saying, query, service } = await startFaulty('')
  expect(await ask()).toMatchObject({ status: 200 })
  expect(await service.stop('SIGUSR2')).toBe(1)
  expect(saying('outside')).toMatchObject([{ level: 60, msg: expect.stringContaining('the process ends') }])
  expect(service.output()).toContain('"msg":"draining"')
  expect(await query(`select name from alarms`)).toEqual([{ name: 'ended' }])
})
