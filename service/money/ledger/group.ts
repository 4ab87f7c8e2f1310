import type pg from 'pg'
import { lockFreeUsers } from '#service/identity/users/queries.ts'
import { type BoundDatabase, bindConnection } from '#service/platform/db/bind-connection.ts'
import { recordCommit } from '#service/platform/db/change-tracking.ts'
import { assertPostable, OverdrawnError, type PostOutcome, postAll } from './post.ts'
import type { GroupLimits, Member, Outcome, Prepared } from './work.ts'

/** A member whose rows are written. */
interface Ready {
  readonly member: Member
  readonly prepared: Prepared<unknown>
  /** Undoes its rows and those of all after it; undefined where it has sent no statement. */
  readonly savepoint: string | undefined
}

const ALONE: Outcome = { kind: 'alone', ended: Promise.resolve() }

const codeOf = (error: unknown): string => String((error as { code?: unknown } | null)?.code ?? '')
/** Statement or lock timeout, and deadlock: the work waited for others, and may succeed when nobody waits for it. */
const isContention = (error: unknown): boolean => ['55P03', '57014', '40P01'].includes(codeOf(error))
/** SQLSTATEs of a COMMIT that the server has undone: a constraint, a serialization failure. 40003 says that it does not know. */
const isUndone = (error: unknown): boolean => /^(23|40(?!003))/.test(codeOf(error)) || error instanceof AbortedError
const STATEMENT_TIMEOUT = '57014'

class AbortedError extends Error {
  override readonly name = 'AbortedError'
}

/** The works of several callers in one transaction, each under a savepoint, with one posting and one commit. */
export class Group {
  readonly #client: pg.PoolClient
  readonly #shared: BoundDatabase
  readonly #limits: GroupLimits
  readonly #deadline: number
  readonly #outcomes = new Map<Member, Outcome>()
  readonly #started: Member[] = []
  #ready: Ready[] = []
  #isLimited = false
  #isFull = false

  constructor(client: pg.PoolClient, limits: GroupLimits) {
    this.#client = client
    this.#shared = bindConnection(client)
    this.#limits = limits
    this.#deadline = performance.now() + limits.startMs
  }

  /** Whether a member was left out because the others took too long. */
  get isFull(): boolean {
    return this.#isFull
  }

  /** The outcome of each member, once the transaction has ended. Releases the connection. */
  async commit(members: readonly Member[]): Promise<ReadonlyMap<Member, Outcome>> {
    let isCommitting = false
    let unstarted: Outcome = { kind: 'again' }
    try {
      await this.#client.query('begin')
      await this.#prepareAll(members)
      await this.#postAll()
      for (const { member } of this.#ready) member.inContext(recordCommit)
      isCommitting = true
      const { command } = await this.#client.query('commit')
      if (command !== 'COMMIT') throw new AbortedError('the transaction was aborted')
      for (const { member, prepared } of this.#ready)
        this.#outcomes.set(member, { kind: 'answer', answer: prepared.answer })
      this.#client.release()
    } catch (error) {
      const isEnded = isCommitting ? isUndone(error) : await this.#rollBack()
      this.#client.release(!isEnded)
      const isFinal = !isEnded || codeOf(error) === STATEMENT_TIMEOUT
      unstarted = ALONE
      // A refusal may come from rows of a neighbour that are not committed, so that it falls with them.
      for (const member of this.#started)
        this.#outcomes.set(member, isFinal ? { kind: 'refused', error } : this.#aloneAfter(member))
    }
    for (const member of members) if (!this.#outcomes.has(member)) this.#outcomes.set(member, unstarted)
    return this.#outcomes
  }

  /** Whether the server has confirmed that nothing is written. */
  #rollBack(): Promise<boolean> {
    return this.#client.query('rollback').then(
      () => true,
      () => false,
    )
  }

  async #rollBackTo(savepoint: string): Promise<void> {
    await this.#client.query(`rollback to savepoint ${savepoint}`)
  }

  #aloneAfter(member: Member): Outcome {
    const before = this.#outcomes.get(member)
    return before?.kind === 'alone' ? before : ALONE
  }

  /** Users first, in the order of their ids, as everywhere; whoever is locked by others is left out, so that nobody waits for them. */
  async #prepareAll(members: readonly Member[]): Promise<void> {
    const userIds = members.flatMap(({ work }) => work.userId ?? [])
    const free = new Set(userIds.length > 0 ? await lockFreeUsers(this.#shared.db, userIds) : [])
    const rowOf = ({ work }: Member) => work.nextRow ?? ''
    for (const member of members.toSorted((a, b) => (rowOf(a) < rowOf(b) ? -1 : rowOf(a) > rowOf(b) ? 1 : 0))) {
      if (member.work.userId !== undefined && !free.has(member.work.userId)) continue
      if (performance.now() > this.#deadline) this.#isFull = true
      if (!this.#isFull) await this.#prepare(member)
    }
  }

  async #prepare(member: Member): Promise<void> {
    this.#started.push(member)
    let savepoint: string | undefined
    const bound = bindConnection(this.#client, () => {
      savepoint = `member_${this.#started.length}`
      return this.#client.query(`${this.#limit()}savepoint ${savepoint}`)
    })
    const first = member
      .inContext(async () => member.work.prepare(bound.db))
      .then((prepared) => {
        assertPostable(prepared.transfers)
        return { prepared }
      })
      .catch((error: unknown) => ({ error }))
    const result = await within(this.#limits.workMs, first)
    // From here on its statements would be among those of the next member.
    bound.close(new Error('the work has ended, and its transaction goes on with others'))
    if (result !== undefined && 'prepared' in result && !bound.hasFailed) {
      this.#ready.push({ member, prepared: result.prepared, savepoint })
      return
    }
    if (savepoint !== undefined) await this.#rollBackTo(savepoint)
    const isRefused = result !== undefined && 'error' in result && !isContention(result.error)
    if (isRefused) this.#outcomes.set(member, { kind: 'refused', error: result.error })
    else {
      // The others have waited long enough.
      this.#isFull = true
      this.#outcomes.set(member, { kind: 'alone', ended: first })
    }
  }

  /** Limits of waiting, ahead of the first savepoint: a rollback to it would undo them. */
  #limit(): string {
    if (this.#isLimited) return ''
    this.#isLimited = true
    const { lockMs, workMs } = this.#limits
    return `set local lock_timeout = ${lockMs}; set local statement_timeout = ${workMs}; `
  }

  /** Posts what is ready, until nothing of it is refused. */
  async #postAll(): Promise<void> {
    for (;;) {
      if (this.#isLimited)
        await this.#client.query('set local lock_timeout to default; set local statement_timeout to default')
      if (this.#ready.every(({ prepared }) => prepared.transfers.length === 0)) return
      const outcomes = await postAll(
        this.#shared.db,
        this.#ready.map(({ prepared }) => prepared),
      )
      if (!(await this.#undoRefused(outcomes))) return this.#writeAfter(outcomes)
    }
  }

  /** Leaves out the refused members. Where rows have to be undone, those of all members that follow are, too. */
  async #undoRefused(outcomes: readonly PostOutcome[]): Promise<boolean> {
    const isRefused = (index: number) => outcomes[index] instanceof OverdrawnError
    const first = this.#ready.findIndex(({ savepoint }, index) => isRefused(index) && savepoint !== undefined)
    if (first < 0) return false
    const { member, savepoint } = this.#ready[first] as Ready
    await this.#rollBackTo(String(savepoint))
    this.#outcomes.set(member, { kind: 'refused', error: outcomes[first] })
    // Those that would be refused, too, must not undo the others a second time.
    const suspects = new Set(this.#ready.filter((_, index) => isRefused(index)).map((one) => one.member))
    const at = this.#started.indexOf(member)
    for (const later of this.#started.slice(at + 1))
      if (this.#outcomes.get(later)?.kind !== 'alone')
        this.#outcomes.set(later, suspects.has(later) ? ALONE : { kind: 'again' })
    this.#ready = this.#ready.slice(0, first)
    return true
  }

  async #writeAfter(outcomes: readonly PostOutcome[]): Promise<void> {
    for (const [index, { member, prepared }] of this.#ready.entries()) {
      const written = outcomes[index]
      if (written instanceof OverdrawnError) this.#outcomes.set(member, { kind: 'refused', error: written })
      else if (written && prepared.afterPosting) {
        const bound = bindConnection(this.#client)
        await member.inContext(async () => prepared.afterPosting?.(bound.db, written))
        bound.close(new Error('the work has ended, and its transaction goes on with others'))
        if (bound.hasFailed) throw new AbortedError('a statement after the posting has failed')
      }
    }
    this.#ready = this.#ready.filter((_, index) => !(outcomes[index] instanceof OverdrawnError))
  }
}

/** The result, or undefined where it takes longer. */
async function within<T>(ms: number, result: Promise<T>): Promise<T | undefined> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), ms)
  })
  try {
    return await Promise.race([result, late])
  } finally {
    clearTimeout(timer)
  }
}
