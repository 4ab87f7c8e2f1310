import type { agentReport } from '#lib/contract/agent.ts'
import type { ReplyOf, RequestOf } from '#lib/contract/endpoint.ts'
import { DeclinedError, type Link } from './link.ts'
import { type FoundShare, ShareQueue } from './share-queue.ts'

/** Maximum shares in one report, as the service accepts. */
const MAX_SHARES = 200

type Report = RequestOf<typeof agentReport>
type Reply = ReplyOf<typeof agentReport>

/** The parts of a report that its sender does not know by itself. */
export type ReportFacts = Omit<Report, 'sequence' | 'shares'>

interface Pending {
  sequence: number
  shares: FoundShare[]
  facts: ReportFacts
}

/** Keeps the shares of a device until they are reported, and numbers its reports, so that each counts once whatever is lost on the way. */
export class ReportSender {
  readonly #link: Pick<Link, 'report'>
  readonly #waiting = new ShareQueue()
  #pending: Pending | undefined
  #sequence = 0
  #verifiedRate = 0
  #accepted = 0
  #refused = 0

  constructor(link: Pick<Link, 'report'>) {
    this.#link = link
  }

  /** Hashes a second, by the last reply. */
  get verifiedRate(): number {
    return this.#verifiedRate
  }

  /** Shares that replies have accepted and refused. */
  get counts(): { accepted: number; refused: number } {
    return { accepted: this.#accepted, refused: this.#refused }
  }

  /** Shares without a reply. */
  get unsent(): number {
    return this.#waiting.length + (this.#pending?.shares.length ?? 0)
  }

  /** Whether half a report of shares waits. */
  get hasBacklog(): boolean {
    return this.#waiting.length >= MAX_SHARES / 2
  }

  /** A report was sent and has had no reply. */
  get isPending(): boolean {
    return this.#pending !== undefined
  }

  /** Continues from the last report that the service has taken. */
  continueFrom(sequence: number): void {
    this.#sequence = sequence
  }

  /** Returns whether the backlog begins with this share. */
  add(share: FoundShare): boolean {
    this.#waiting.add(share)
    return this.#waiting.length === MAX_SHARES / 2
  }

  /** The number of shares that were dropped as late since the last call. */
  takeDropped(): number {
    return this.#waiting.takeDropped()
  }

  /**
   * Sends the pending report again, unchanged, or else a new one with these facts. Returns undefined where another process of this device
   * has reported meanwhile.
   */
  async send(createFacts: () => ReportFacts): Promise<Reply | undefined> {
    this.#waiting.dropLate()
    this.#pending ??= { sequence: this.#sequence + 1, shares: this.#waiting.take(MAX_SHARES), facts: createFacts() }
    const { sequence, facts, shares: found } = this.#pending
    const shares = found.map(({ workId, nonce }) => ({ workId, nonce }))
    const reply = await this.#link
      .report({ ...facts, sequence, shares })
      .catch((error: unknown) => this.#catchUp(error, found))
    if (!reply) return undefined
    this.#sequence = sequence
    this.#pending = undefined
    this.#accepted += reply.accepted
    this.#refused += reply.refused.length
    this.#verifiedRate = reply.hashrate
    return reply
  }

  /** Continues from the sequence number of another process of this device. */
  #catchUp(error: unknown, shares: readonly FoundShare[]): undefined {
    if (!(error instanceof DeclinedError) || error.reason !== 'REPORT_OUTDATED') throw error
    this.#sequence = Number(error.data.lastSequence)
    this.#waiting.putBack(shares)
    this.#pending = undefined
    return undefined
  }
}
