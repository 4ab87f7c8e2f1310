import { type Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { userInfo } from '#lib/contract/accounts.ts'
import { machineList, machineStatistics, userMachineCount } from '#lib/contract/devices.ts'
import { createTicketMaker } from '#lib/crypto/curve.ts'
import { seal } from '#lib/crypto/seal.ts'
import { createSignature } from '#lib/crypto/signature.ts'
import type { Database } from '#service/db/open.ts'
import { publicKey } from '#world/sm2-vectors.ts'
import { addAccount } from './accounts.ts'
import { fillTables } from './volume.ts'

/** What a visitor's pages read. */
const mix = [
  { endpoint: userInfo, payload: {} },
  { endpoint: machineStatistics, payload: {} },
  { endpoint: machineList, payload: { page: 1, pageSize: 10 } },
  { endpoint: machineList, payload: { page: 1, pageSize: 3, status: 'on' } },
  { endpoint: userMachineCount, payload: {} },
]

/** A sealed call that has yet to be sent. */
export interface Letter {
  path: string
  token: string
  body: string
}

const ACCOUNTS = 20

/** Fills the tables to their size after years; the tokens of some who read. */
export async function addReaders(db: Database): Promise<string[]> {
  await fillTables(db, { users: 100_000, devices: 14_000 })
  const tokens: string[] = []
  for (let index = 0; index < ACCOUNTS; index += 1)
    tokens.push((await addAccount(db, { name: `reader${index}`, devices: 10, difficulty: 4096 })).token)
  return tokens
}

const makeTicket = createTicketMaker(publicKey)

/** So many calls of the mix, each reader in turn, the first signed for a moment and the others in their rate after it. */
export function sealLetters(
  tokens: readonly string[],
  { count, rate, from }: { count: number; rate: number; from: number },
): Letter[] {
  return Array.from({ length: count }, (_, index) => {
    const { endpoint, payload } = mix[index % mix.length] ?? { endpoint: userInfo, payload: {} }
    const signedAt = from + Math.floor((index * 1000) / rate)
    const signature = createSignature({ now: signedAt, versionNo: 'bench', salt: 'idleforge' })
    const message = new TextEncoder().encode(JSON.stringify({ ...payload, ...signature }))
    let q: string | undefined
    while (q === undefined) q = seal(makeTicket(), message)
    return { path: `/api${endpoint.path}`, token: tokens[index % tokens.length] ?? '', body: JSON.stringify({ q }) }
  })
}

/** The code of the answer. */
export function send(address: string, { path, token, body }: Letter, agent: Agent): Promise<unknown> {
  const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body), token }
  return new Promise((resolve, reject) => {
    const asked = request(address + path, { method: 'POST', headers, agent }, (answer) => {
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
    asked.on('error', reject)
    asked.end(body)
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
