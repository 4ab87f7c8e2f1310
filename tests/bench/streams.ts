/**
 * 2,000 open streams on one node: memory and processor while nothing happens, and while each receives an event once a
 * second; beside it, what as many pages cost that ask every minute. Needs DATABASE_URL of an empty database, or starts its own
 * as the service does. Run: `node tests/bench/streams.ts [streams]`.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { readConfig } from '#service/platform/config.ts'
import { createTicket } from '#service/platform/live/tickets.ts'
import { createLog } from '#service/platform/log.ts'
import { startService } from '#service/start.ts'

const count = Number(process.argv[2] ?? 2000)
const SECONDS = 20
const dataDir = mkdtempSync(path.join(tmpdir(), 'streams-'))
const env = {
  PORT: '0',
  MAILBOX_PORT: '0',
  DATA_DIR: dataDir,
  LIMITS: 'test',
  LOG_LEVEL: 'error',
  TEST_CHAIN: '0',
  ...process.env,
}
const running = await startService(readConfig(env), { log: createLog('error') })
const { ctx, address } = running

/** Each stream is of a session of a user of its own. */
await ctx.pool.query(`insert into users (id, username, name, invite_code, created_at)
  select 'user-' || n, n || '@example.test', 'user', n, now() from generate_series(0, ${count - 1}) n`)
await ctx.pool.query(`insert into sessions (id, user_id, token_hash, browser, browser_hash, created_at, last_seen_at, expires_at)
  select 'session-' || n, 'user-' || n, n, '', '', now(), now(), now() + interval '1 day' from generate_series(0, ${count - 1}) n`)

let received = 0
function open(index: number): Promise<() => void> {
  const ticket = createTicket(ctx.pepper, { userId: `user-${index}`, id: `session-${index}` }, ctx.clock.now())
  return new Promise((resolve, reject) => {
    const outgoing = request(`${address}/api/live`, { agent: false, headers: { ticket } }, (response) => {
      response.on('data', (part: Buffer) => {
        if (part.includes('data: news')) received += 1
      })
      response.on('error', () => undefined)
      resolve(() => outgoing.destroy())
    })
    outgoing.on('error', reject)
    outgoing.end()
  })
}

const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))
const megabytes = () => Math.round(process.memoryUsage().rss / 1e6)

async function measure(name: string, work: () => Promise<void>): Promise<void> {
  const [before, startedAt] = [process.cpuUsage(), performance.now()]
  await work()
  const { user, system } = process.cpuUsage(before)
  const share = ((user + system) / 1000 / (performance.now() - startedAt)) * 100
  console.log(`${name}: ${share.toFixed(1)} % of one core, ${megabytes()} MB`)
}

await measure('no stream', () => wait(5_000))
const closers: (() => void)[] = []
await measure(`opening ${count}`, async () => {
  for (let index = 0; index < count; index += 50)
    closers.push(
      ...(await Promise.all(Array.from({ length: Math.min(50, count - index) }, (_, at) => open(index + at)))),
    )
})
console.log(`open on the node: ${ctx.live.size}`)
await measure(`${count} silent streams (both ends in this process)`, () => wait(SECONDS * 1000))
await measure(`${count} streams, ${count / 10} news a second`, async () => {
  for (let second = 0; second < SECONDS; second += 1) {
    await ctx.pool.query(
      `select pg_notify('live', 'user-' || n || ' ' || pg_current_xact_id()) from generate_series($1::int, $2::int) n`,
      [(second % 10) * (count / 10), (second % 10) * (count / 10) + count / 10 - 1],
    )
    await wait(1000)
  }
})
console.log(`heard: ${received} of ${(count / 10) * SECONDS}`)
for (const close of closers) close()
await running.close()
rmSync(dataDir, { recursive: true, force: true })
