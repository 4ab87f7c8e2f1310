/**
 * CPU time that a report of a device costs the service and PostgreSQL, with so many devices waiting for their answers at once. Each asks again
 * when it is answered, so that a busy machine changes the rate and hardly the cost. Run: `node tests/bench/reports.ts [devices=200] [reports=6000]`;
 * for a comparison, in two checkouts in turn. With BENCH_GATE=1 it fails on any error or share that is lost or counted twice.
 */
import { Agent, request } from 'node:http'
import { sql } from 'kysely'
import type { Work } from '#lib/contract/agent.ts'
import { findShares } from '#world/device.ts'
import { addAccount, type BenchDevice } from './ground/accounts.ts'
import { cpuSeconds, familyCpuSeconds } from './ground/processes.ts'
import { type Ground, onGround } from './ground/service.ts'
import { percentile } from './median.ts'

const [deviceCount = 200, reports = 6_000] = process.argv.slice(2).map(Number)
const DIFFICULTY = 256
const SHARES = 3
const ACCOUNT_DEVICES = 25

interface Sent {
  readonly address: string
  readonly agent: Agent
  readonly path: string
  readonly token: string
  readonly payload: object
}

const ask = ({ address, agent, path, token, payload }: Sent) =>
  new Promise<{ work: Work; accepted: number }>((resolve, reject) => {
    const body = JSON.stringify(payload)
    const headers = {
      ...{ 'content-type': 'application/json', 'content-length': Buffer.byteLength(body), 'device-token': token },
    }
    const outgoing = request(address + path, { method: 'POST', agent, headers }, async (response) => {
      const text = (await response.toArray()).join('')
      if (response.statusCode === 200) resolve(JSON.parse(text).data)
      else reject(new Error(`${response.statusCode} ${text.slice(0, 120)}`))
    })
    outgoing.on('error', reject)
    outgoing.end(body)
  })

async function measure({ address, db, servicePid, postgresPid }: Ground): Promise<void> {
  const devices: BenchDevice[] = []
  while (devices.length < deviceCount) {
    const name = `u${devices.length}`
    devices.push(...(await addAccount(db, { name, devices: ACCOUNT_DEVICES, difficulty: DIFFICULTY })).devices)
  }
  const agent = new Agent({ keepAlive: true })
  const cpu = () => [cpuSeconds(servicePid), familyCpuSeconds(postgresPid)]
  let left = reports
  let shares = 0
  let accepted = 0
  const errors: string[] = []
  const ms: number[] = []
  const mine = async ({ token }: BenchDevice) => {
    let { work } = await ask({ address, agent, path: '/agent/work', token, payload: {} })
    for (let sequence = 1; left > 0; sequence += 1) {
      left -= 1
      const found = findShares(work, SHARES)
      // A mining device would be given ever harder work, as it reports without a pause.
      const payload = { sequence, shares: found, state: 'paused', gpuCount: 0, version: '1.0.0' }
      shares += found.length
      const start = performance.now()
      try {
        const answer = await ask({ address, agent, path: '/agent/report', token, payload })
        ms.push(performance.now() - start)
        work = answer.work
        accepted += answer.accepted
      } catch (error) {
        errors.push(String(error))
      }
    }
  }
  const before = cpu()
  const began = performance.now()
  await Promise.all(devices.slice(0, deviceCount).map(mine))
  const [service = 0, postgres = 0] = cpu().map((value, index) => value - (before[index] ?? 0))
  const seconds = (performance.now() - began) / 1000
  agent.destroy()
  const { rows } = await sql<{ shares: number; hours: number }>`
    select (select count(*) from shares)::int as shares, (select sum(accepted) from device_hours)::int as hours`.execute(
    db,
  )
  const counts = [accepted, rows[0]?.shares, rows[0]?.hours]
  const lines = [
    ['devices, reports', `${deviceCount}, ${reports}`],
    ['reports a second (this machine, now)', (reports / seconds).toFixed(0)],
    ['CPU ms a report, service / PostgreSQL', `${per(service)} / ${per(postgres)}`],
    ['ms, p50 / p95', `${percentile(ms, 0.5).toFixed(0)} / ${percentile(ms, 0.95).toFixed(0)}`],
    ['shares sent; accepted, rows, hours', `${shares}; ${counts.join(', ')}`],
    ['errors', errors.length],
  ]
  for (const [name, value] of lines) console.log(`${String(name).padEnd(44)}${value}`)
  for (const error of new Set(errors)) console.error(error)
  const held = errors.length === 0 && counts.every((count) => count === shares)
  console.log(held ? 'held' : 'MISSED: errors, or shares lost or counted twice')
  if (!held && process.env.BENCH_GATE === '1') process.exitCode = 1
}

const per = (seconds: number) => ((seconds * 1000) / reports).toFixed(2)

await onGround(measure)
