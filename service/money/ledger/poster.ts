import type pg from 'pg'
import { type Caller, outside, waitAsCaller } from '#service/platform/batcher.ts'
import type { Database } from '#service/platform/db/open.ts'
import { Group } from './group.ts'
import { post } from './post.ts'
import { GROUP_LIMITS, type GroupLimits, type Member, type Work } from './work.ts'

/** Runs works of callers that end with transfers; many at once share a transaction and its commit. */
export interface Poster {
  /** Runs a work in a transaction, and returns its answer once this is committed. Throws what `prepare` and `post` throw. */
  run<T>(work: Work<T>): Promise<T>
}

interface Waiting extends Member, Caller<unknown> {
  /** Groups that have ended without it. */
  passed: number
}

/** Works that run beside each other in transactions of their own: with a second one, one prepares its rows while the other commits. */
const MAX_LONE = 2
/** Groups that may end without a work, for example while its user's row is locked; then it runs alone. */
const MAX_PASSED = 3

/** Runs a work in a transaction of its own. */
export const runAlone = <T>(db: Database, { prepare }: Pick<Work<T>, 'prepare'>): Promise<T> =>
  db.transaction().execute(async (transaction) => {
    const { answer, transfers, now, afterPosting } = await prepare(transaction)
    const written = transfers.length > 0 ? await post(transaction, transfers, now) : new Set<string>()
    await afterPosting?.(transaction, written)
    return answer
  })

export function createPoster(
  { db, pool }: { db: Database; pool: pg.Pool },
  limits: GroupLimits = GROUP_LIMITS,
): Poster {
  const waiting: Waiting[] = []
  let lone = 0
  let isGrouping = false
  let { maxRowWorks } = limits

  const startAlone = (member: Waiting): Promise<void> =>
    member.inContext(() => runAlone(db, member.work).then(member.resolve, member.reject))

  /** Takes the works that came first, of each user one. */
  function take(): Waiting[] {
    const users = new Set<string>()
    const taken = new Set<Waiting>()
    let others = 0
    for (const member of waiting) {
      const { userId } = member.work
      if (userId === undefined ? others === limits.maxWorks : users.size === maxRowWorks || users.has(userId)) continue
      taken.add(member)
      if (userId === undefined) others += 1
      else users.add(userId)
    }
    waiting.splice(0, waiting.length, ...waiting.filter((member) => !taken.has(member)))
    return [...taken]
  }

  /** Never waits for others to come: the works of a group are those that came while earlier ones ran. */
  function startNext(): void {
    while (waiting.length > 0 && !isGrouping && lone < MAX_LONE) {
      const members = take()
      const [only] = members
      if (only && members.length === 1) {
        lone += 1
        void startAlone(only).then(() => {
          lone -= 1
          startNext()
        })
      } else {
        isGrouping = true
        void runGroup(members).then(() =>
          // Those who are answered and go on belong to the next group.
          setImmediate(() => {
            isGrouping = false
            startNext()
          }),
        )
      }
    }
  }

  async function runGroup(members: readonly Waiting[]): Promise<void> {
    try {
      const group = new Group(await pool.connect(), limits)
      const outcomes = await group.commit(members)
      adapt(group.isFull, members)
      const again: Waiting[] = []
      for (const member of members) {
        const outcome = outcomes.get(member)
        if (outcome?.kind === 'answer') member.resolve(outcome.answer)
        else if (outcome?.kind === 'refused') member.reject(outcome.error)
        else if (outcome?.kind === 'alone') void outcome.ended.then(() => startAlone(member))
        else if (member.passed === MAX_PASSED) void startAlone(member)
        else again.push(Object.assign(member, { passed: member.passed + 1 }))
      }
      waiting.unshift(...again)
    } catch (error) {
      for (const member of members) member.reject(error)
    }
  }

  /** As many works as run in the time of a group, on this machine and now. */
  function adapt(isFull: boolean, members: readonly Waiting[]): void {
    const count = members.filter(({ work }) => work.userId !== undefined).length
    if (isFull) maxRowWorks = Math.max(2, Math.floor(count / 2))
    else if (count === maxRowWorks) maxRowWorks = Math.min(limits.maxRowWorks, maxRowWorks + 1)
  }

  return {
    run: <T>(work: Work<T>) =>
      waitAsCaller<T>((caller) => {
        waiting.push({ ...(caller as Caller<unknown>), work, passed: 0 })
        outside(startNext)
      }),
  }
}
