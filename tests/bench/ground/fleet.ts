import { once } from 'node:events'
import { request } from 'node:http'
import type { Share, Work } from '#lib/contract/agent.ts'
import { REPORT_SECONDS } from '#lib/rules/devices.ts'
import { findShares } from '#world/device.ts'
import type { BenchDevice } from './accounts.ts'

export interface Tally {
  sent: number
  accepted: number
  refused: number
  errors: string[]
  sharesSent: number
  sharesAccepted: number
  /** For each answered report, from the first byte sent to the last one read. */
  ms: number[]
  /** How late the latest report left: above a few ms the generator itself was short of time. */
  worstLateMs: number
}

interface Miner extends BenchDevice {
  work: Work
  sequence: number
}

export interface Answer {
  code: number
  data: { work: Work; accepted: number; refused: unknown[] }
}

const SHARES = 3
const TIMEOUT_MS = 15_000

/** On a connection of its own, because none is open 30 s after the last report. */
export async function ask(address: string, path: string, token: string, payload: object): Promise<Answer> {
  const body = JSON.stringify(payload)
  const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }
  const outgoing = request(address + path, {
    method: 'POST',
    agent: false,
    headers: { ...headers, 'device-token': token },
    signal: AbortSignal.timeout(TIMEOUT_MS),
  })
  outgoing.end(body)
  const [response] = await once(outgoing, 'response')
  const text = (await response.toArray()).join('')
  if (response.statusCode !== 200) throw new Error(`${response.statusCode} ${text.slice(0, 120)}`)
  return JSON.parse(text) as Answer
}

/** Calls `act` for each of `count` at its own time, `everyMs` apart, without waiting for earlier ones. */
async function spread(count: number, everyMs: number, act: (index: number) => Promise<void>): Promise<number> {
  const start = performance.now()
  const under: Promise<void>[] = []
  let worstLateMs = 0
  for (let index = 0; index < count; index += 1) {
    const due = start + index * everyMs
    const wait = due - performance.now()
    if (wait > 1) await new Promise((resolve) => setTimeout(resolve, wait))
    worstLateMs = Math.max(worstLateMs, performance.now() - due)
    under.push(act(index))
  }
  await Promise.all(under)
  return worstLateMs
}

/** Miners that report in turn, each with shares that it has really found; every 30 s a miner by default. */
export function createFleet(
  address: string,
  devices: readonly BenchDevice[],
  everyMs = (REPORT_SECONDS * 1000) / devices.length,
) {
  const miners = new Map<number, Miner>()

  async function report(miner: Miner, tally: Tally): Promise<void> {
    const shares: Share[] = findShares(miner.work, SHARES)
    miner.sequence += 1
    const payload = { sequence: miner.sequence, shares, state: 'mining', gpuCount: 0, version: '1.0.0' }
    tally.sent += 1
    tally.sharesSent += shares.length
    const start = performance.now()
    try {
      const { code, data } = await ask(address, '/agent/report', miner.token, payload)
      tally.ms.push(performance.now() - start)
      if (code !== 0) {
        tally.refused += 1
        return
      }
      tally.accepted += 1
      tally.sharesAccepted += data.accepted
      miner.work = data.work
    } catch (error) {
      tally.errors.push(String(error))
    }
  }

  return {
    /** Takes every miner's first work in turn, so that each then has its own place in a period. */
    async start(): Promise<void> {
      await spread(devices.length, everyMs, async (index) => {
        const device = devices[index] as BenchDevice
        const { data } = await ask(address, '/agent/work', device.token, {})
        miners.set(index, { ...device, work: data.work, sequence: 0 })
      })
    },
    async run(reports: number): Promise<Tally> {
      const counts = { sent: 0, accepted: 0, refused: 0, sharesSent: 0, sharesAccepted: 0, worstLateMs: 0 }
      const tally: Tally = { ...counts, errors: [], ms: [] }
      tally.worstLateMs = await spread(reports, everyMs, (index) =>
        report(miners.get(index % devices.length) as Miner, tally),
      )
      return tally
    },
  }
}
