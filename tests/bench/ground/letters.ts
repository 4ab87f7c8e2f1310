import { type Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { userInfo } from '#lib/contract/accounts.ts'
import { agentReport } from '#lib/contract/agent.ts'
import { machineList } from '#lib/contract/device-list.ts'
import { machineStatistics } from '#lib/contract/device-statistics.ts'
import { userMachineCount } from '#lib/contract/devices.ts'
import { earningsOverview } from '#lib/contract/earnings.ts'
import type { Endpoint } from '#lib/contract/endpoint.ts'
import { withdrawalList } from '#lib/contract/withdrawals.ts'
import { createTicketMaker } from '#lib/crypto/curve.ts'
import { seal } from '#lib/crypto/seal.ts'
import { createSignature } from '#lib/crypto/signature.ts'
import type { Database } from '#service/platform/db/open.ts'
import { publicKey } from '#world/sm2-vectors.ts'
import { addAccount, type BenchDevice } from './accounts.ts'
import { fillTables } from './volume.ts'

const reads = [
  { endpoint: machineStatistics, payload: {} },
  { endpoint: machineList, payload: { page: 1, pageSize: 10 } },
  { endpoint: userMachineCount, payload: {} },
  { endpoint: machineList, payload: { page: 1, pageSize: 3, status: 'on' } },
] as const
const money = [
  { endpoint: earningsOverview, payload: {} },
  { endpoint: withdrawalList, payload: { page: 1 } },
] as const

/** In 20 calls 12 read, 5 are miners' reports, 2 only check the session, 1 reads money. */
const mix = 'rhrrhrarrhrmrhrarrhr'

/** A call that has yet to be sent. */
export interface Letter {
  path: string
  headers: Record<string, string>
  body: string
}

const ACCOUNTS = 20
/** This many miners report 100 times a second, each twice a minute. */
const MINERS = 3_000

export type Seal = (load: { count: number; rate: number; from: number }) => Letter[]

/**
 * Fills the tables to their size after years, and returns a function that seals calls of the mix: the first for a
 * moment, the others at their rate after it. Readers and miners alternate. Money is only read: a withdrawal would hash
 * a password.
 */
export async function createLetters(db: Database): Promise<Seal> {
  await fillTables(db, { users: 100_000, devices: 14_000 })
  const tokens: string[] = []
  for (let index = 0; index < ACCOUNTS; index += 1)
    tokens.push((await addAccount(db, { name: `reader${index}`, devices: 10, difficulty: 4096 })).token)
  const miners: BenchDevice[] = []
  while (miners.length < MINERS)
    miners.push(...(await addAccount(db, { name: `miner${miners.length}`, devices: 1_000, difficulty: 4096 })).devices)
  let written = 0
  let reports = 0

  function read(target: { endpoint: Endpoint; payload: object }, signedAt: number): Letter {
    const token = tokens[written % tokens.length] ?? ''
    return { path: `/api${target.endpoint.path}`, headers: { token }, body: sealed(target.payload, signedAt) }
  }

  function report(): Letter {
    const sequence = Math.floor(reports / miners.length) + 1
    const { token = '' } = miners[reports++ % miners.length] ?? {}
    const body = JSON.stringify({ sequence, shares: [], state: 'mining', gpuCount: 0, version: '1.0.0' })
    return { path: agentReport.path, headers: { 'device-token': token }, body }
  }

  return ({ count, rate, from }) =>
    Array.from({ length: count }, (_, index) => {
      const signedAt = from + Math.floor((index * 1000) / rate)
      const kind = mix[written++ % mix.length]
      if (kind === 'h') return report()
      if (kind === 'a') return read({ endpoint: userInfo, payload: {} }, signedAt)
      const kinds = kind === 'm' ? money : reads
      return read(kinds[Math.floor(written / 3) % kinds.length] ?? kinds[0], signedAt)
    })
}

const makeTicket = createTicketMaker(publicKey)

function sealed(payload: object, signedAt: number): string {
  const signature = createSignature({ now: signedAt, versionNo: 'bench', salt: 'idleforge' })
  const message = new TextEncoder().encode(JSON.stringify({ ...payload, ...signature }))
  let q: string | undefined
  while (q === undefined) q = seal(makeTicket(), message)
  return JSON.stringify({ q })
}

/** The code of the answer. */
function send(address: string, { path, headers: own, body }: Letter, agent: Agent): Promise<unknown> {
  const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body), ...own }
  return new Promise((resolve, reject) => {
    const outgoing = request(address + path, { method: 'POST', headers, agent }, (answer) => {
      let text = ''
      answer.on('data', (chunk: Buffer) => {
        text += String(chunk)
      })
      answer.on('end', () => {
        try {
          resolve((JSON.parse(text) as { code: unknown }).code)
        } catch {
          resolve(`HTTP ${answer.statusCode}: ${text.slice(0, 80)}`)
        }
      })
    })
    outgoing.on('error', reject)
    outgoing.end(body)
  })
}

export interface Answered {
  /** Milliseconds from the first call's moment to this one's, and from there to its answer. */
  due: number
  ms: number
  /** The code of the answer, or what went wrong. */
  code: unknown
}

/** Sends every letter at its own moment, whether or not earlier ones have been answered, and waits for all answers. */
export async function fire(
  address: string,
  letters: readonly Letter[],
  { rate, agent }: { rate: number; agent: Agent },
): Promise<Answered[]> {
  const started = performance.now()
  const answered: Promise<Answered>[] = []
  for (const [index, letter] of letters.entries()) {
    const due = (index * 1000) / rate
    const early = started + due - performance.now()
    if (early > 0) await sleep(early)
    const sent = send(address, letter, agent).catch((error: Error) => error.message)
    answered.push(sent.then((code) => ({ due, code, ms: performance.now() - started - due })))
  }
  return Promise.all(answered)
}
