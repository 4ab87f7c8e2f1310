import { randomUUID } from 'node:crypto'
import type { agentBind, agentReport, Share, Work } from '#lib/contract/agent.ts'
import { bindCode } from '#lib/contract/devices.ts'
import type { ReplyOf, RequestOf } from '#lib/contract/endpoint.ts'
import { isShare } from '#service/platform/share-proof.ts'
import { createLink, type Link } from '#service/programs/miner/link.ts'
import { setChallenge, sha256Head } from '#service/programs/miner/sha256-head.ts'
import type { SetClock } from './clock.ts'
import type { Visitor } from './visitor.ts'

type Reported = ReplyOf<typeof agentReport>
type Report = Partial<RequestOf<typeof agentReport>>

export interface Device {
  readonly id: string
  readonly token: string
  readonly name: string
  readonly link: Link
  work(): Promise<Work>
  /** Reports with the next sequence number, unless one is given. */
  report(parts?: Report): Promise<Reported>
  /** Finds shares of the current work and reports them. */
  mine(count: number): Promise<Reported>
  /** Reports every 30 s of the world's clock, for so many seconds. */
  run(seconds: number): Promise<void>
  /** The easiest work, so that shares are found immediately. */
  ease(difficulty?: number): Promise<void>
}

let begin = 0

/** Valid nonces of a work, different ones each time. */
export function findShares(work: Work, count: number): Share[] {
  const shares: Share[] = []
  const limit = Math.floor(2 ** 32 / work.difficulty)
  setChallenge(work.challenge)
  begin += 1
  for (let low = 0; shares.length < count; low = (low + 1) | 0) {
    if (sha256Head(begin, low) > limit) continue
    const nonce = [begin, low].map((word) => (word >>> 0).toString(16).padStart(8, '0')).join('')
    if (isShare(work.challenge, nonce, BigInt(work.difficulty))) shares.push({ workId: work.workId, nonce })
  }
  return shares
}

export const bindRequest = (code: string, parts: Partial<RequestOf<typeof agentBind>> = {}) => ({
  code,
  name: 'Study PC',
  hardware: 'Test CPU, 8 threads',
  gpuCount: 0,
  version: '1.0.0',
  requestId: randomUUID(),
  ...parts,
})

export interface NewDevice {
  name?: string
  /** The machine's fingerprint, 64 hex digits; default none. */
  machine?: string
  /** Expected hashes per share at first; default 4,096, which takes milliseconds. */
  difficulty?: number
}

export async function bindByCode(access: { address: string }, user: Visitor, options: NewDevice | string = {}) {
  const { name = 'Study PC', machine } = typeof options === 'string' ? { name: options } : options
  const { code } = await user.call(bindCode, {})
  return createLink(access.address, () => undefined).bind(bindRequest(code, { name, ...(machine && { machine }) }))
}

/** The part of a world that a device needs. */
interface Surroundings {
  readonly address: string
  readonly clock: SetClock
  query(text: string, values?: readonly unknown[]): Promise<unknown>
}

/** Binds a device to a user by code, as the miner does. */
export async function bindDevice(world: Surroundings, user: Visitor, options: NewDevice = {}): Promise<Device> {
  const name = options.name ?? 'Study PC'
  const { deviceId: id, token } = await bindByCode(world, user, options)
  const link = createLink(world.address, () => token)
  let sequence = 0
  const device: Device = {
    id,
    token,
    name,
    link,
    work: async () => (await link.work()).work,
    async report(parts = {}) {
      if (parts.sequence === undefined) sequence += 1
      return link.report({ sequence, shares: [], state: 'mining', gpuCount: 0, version: '1.0.0', ...parts })
    },
    async mine(count) {
      return device.report({ shares: findShares(await device.work(), count) })
    },
    async run(seconds) {
      for (let passed = 0; passed < seconds; passed += 30) {
        world.clock.advance(Math.min(30, seconds - passed))
        await device.report()
      }
    },
    async ease(difficulty = 4096) {
      await world.query('update devices set difficulty = $2 where id = $1', [id, difficulty])
    },
  }
  await device.ease(options.difficulty)
  return device
}
