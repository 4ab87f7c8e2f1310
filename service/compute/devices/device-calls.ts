import type { Share } from '#lib/contract/agent.ts'
import { hourOf } from '#lib/rules/online-time.ts'
import { type BatchLimits, type Caller, createBatcher, waitAsCaller } from '#service/platform/batcher.ts'
import { recordCommit } from '#service/platform/db/change-tracking.ts'
import type { Database } from '#service/platform/db/open.ts'
import { isUnavailable } from '#service/platform/db/unavailable.ts'
import { LoginExpiredError } from '#service/platform/http/refusal.ts'
import { createDeviceMemory, type DeviceMemory } from './device-memory.ts'
import { type DeviceChange, type DeviceState, readDevices, stateAfter } from './device-state.ts'
import { type RefusedLine, refusedLines } from './events.ts'
import type { EvaluatedShares, KnownWork } from './shares.ts'
import { worksOf } from './shares.ts'
import { activeProjects, type CurrentWork, fittingWork, newWork, type WorkRequest } from './work.ts'
import { type DeviceWrite, writeDevices } from './write-devices.ts'

export interface DraftFacts {
  /** Never before the device was last seen, even when the clock was set back. Unix milliseconds. */
  readonly now: number
  /** The works that the call's shares name. */
  readonly works: ReadonlyMap<string, KnownWork>
}

interface Decision<T> {
  readonly answer: T
  /** Undefined when nothing changes. */
  readonly change?: DeviceChange
}

/** An answer that changes nothing, or a decision that depends on more rows. */
export type Draft<T> =
  | { readonly answer: T }
  | {
      readonly refused: EvaluatedShares['refused']
      readonly request: WorkRequest
      finish(facts: { work: CurrentWork; refusedLine: RefusedLine | undefined }): Decision<T>
    }

/** A call of a device, decided by its state. */
export interface DeviceCall<T> {
  readonly tokenHash: string
  readonly shares: readonly Share[]
  now(): number
  /** Throws a refusal. May run again, where another call has changed the device in between. */
  draft(state: DeviceState, facts: DraftFacts): Draft<T>
}

export interface DeviceCalls {
  /** Decides a call together with others, and returns its answer once the change is committed. */
  run<T>(call: DeviceCall<T>): Promise<T>
  /** Forgets the devices that it remembers, because a connection was lost and another server may answer next. */
  forget(): void
  /** Whether more calls wait than the next batch takes. */
  isBehind(): boolean
}

interface Waiting extends Caller<unknown> {
  readonly call: DeviceCall<unknown>
  /** Batches that have left it out. */
  passed: number
}

/** A call with the state that decides it. */
interface Read {
  readonly member: Waiting
  readonly state: DeviceState
  readonly now: number
  readonly isRemembered: boolean
}

interface Decided {
  readonly member: Waiting
  readonly answer: unknown
  readonly write: DeviceWrite
}

export interface DeviceCallLimits extends BatchLimits {
  /** Devices that are kept in memory, some 2 kB each. */
  readonly maxRemembered: number
}

export const DEVICE_CALL_LIMITS: DeviceCallLimits = {
  ...{ maxItems: 250, maxWeight: 2_500, busyItems: 8, everyMs: 100 },
  maxRemembered: 30_000,
}

/** Batches that may leave out a call, because its device's row was changed or locked; then it waits for the row, beside the others. */
const MAX_PASSED = 1
const STATEMENT_TIMEOUT = '57014'

const codeOf = (error: unknown): string => String((error as { code?: unknown } | null)?.code ?? '')
/** Whether the server has refused the statement, for the sake of some of its devices, and has undone it. */
const isRefusedStatement = (error: unknown): boolean =>
  /^[0-9A-Z]{5}$/.test(codeOf(error)) && codeOf(error) !== STATEMENT_TIMEOUT && !isUnavailable(error)

/** Answers calls of devices in batches: a few statements read, and one writes all of them. */
export function createDeviceCalls(db: Database, limits: DeviceCallLimits = DEVICE_CALL_LIMITS): DeviceCalls {
  const memory = createDeviceMemory(limits.maxRemembered)
  const batcherOf = (waits: boolean, next: (again: readonly Waiting[]) => readonly Waiting[]) =>
    createBatcher<Waiting>({
      limits,
      keyOf: ({ call }) => call.tokenHash,
      weightOf: ({ call }) => 1 + call.shares.length,
      run: async (members) => next(await runBatch({ db, memory }, members, waits)),
    })
  const patient = batcherOf(true, (again) => again)
  const batcher = batcherOf(false, (again) => {
    const isStuck = (member: Waiting) => member.passed > MAX_PASSED
    for (const member of again.filter(isStuck)) patient.add(member)
    return again.filter((member) => !isStuck(member))
  })
  return {
    forget: memory.clear,
    isBehind: () => batcher.waiting() > limits.maxItems,
    run: <T>(call: DeviceCall<T>) =>
      waitAsCaller<T>((caller) => batcher.add({ ...(caller as Caller<unknown>), call, passed: 0 })),
  }
}

interface Stores {
  readonly db: Database
  readonly memory: DeviceMemory
}

/** Settles the calls, or returns them: their devices were changed or locked by others. */
async function runBatch(stores: Stores, members: readonly Waiting[], waits: boolean): Promise<readonly Waiting[]> {
  try {
    const decided = await decideAll(stores, members)
    return await writeAll(stores, decided, waits)
  } catch (error) {
    if (isUnavailable(error)) stores.memory.clear()
    for (const member of members) member.reject(error)
    return []
  }
}

/** Decides calls. An answer or a refusal that writes nothing is never given by memory, which nothing would prove. */
async function decideAll(stores: Stores, members: readonly Waiting[]): Promise<readonly Decided[]> {
  const remembered = members.flatMap((member) => {
    const state = stores.memory.take(member.call.tokenHash)
    return state ? [toRead(member, state, true)] : []
  })
  const known = new Set(remembered.map(({ member }) => member))
  const read = await readAll(
    stores.db,
    members.filter((member) => !known.has(member)),
  )
  const { decided, unproven } = await decide(stores.db, [...remembered, ...read])
  if (unproven.length === 0) return decided
  return [...decided, ...(await decide(stores.db, await readAll(stores.db, unproven))).decided]
}

const toRead = (member: Waiting, state: DeviceState, isRemembered: boolean): Read => ({
  ...{ member, state, isRemembered },
  now: Math.max(member.call.now(), state.device.last_seen_at?.getTime() ?? 0),
})

async function readAll(db: Database, members: readonly Waiting[]): Promise<Read[]> {
  const states = await readDevices(
    db,
    members.map(({ call }) => call.tokenHash),
  )
  return members.flatMap((member) => {
    const state = states.get(member.call.tokenHash)
    if (state) return [toRead(member, state, false)]
    member.reject(new LoginExpiredError())
    return []
  })
}

/** Runs code for each call; one that throws is refused, or unproven where its state was remembered, and the others go on. */
function eachOf<From extends Read, To>(reads: readonly From[], unproven: Waiting[], code: (read: From) => To[]): To[] {
  return reads.flatMap((read) => {
    try {
      return code(read)
    } catch (error) {
      if (read.isRemembered) unproven.push(read.member)
      else read.member.reject(error)
      return []
    }
  })
}

async function decide(
  db: Database,
  reads: readonly Read[],
): Promise<{ decided: Decided[]; unproven: readonly Waiting[] }> {
  const unproven: Waiting[] = []
  const works = await worksOf(
    db,
    reads.map(({ state, member }) => ({ deviceId: state.device.id, shares: member.call.shares })),
  )
  const answer = ({ isRemembered, member }: Read, given: unknown) => {
    if (isRemembered) unproven.push(member)
    else member.resolve(given)
    return []
  }
  const drafts = eachOf(reads, unproven, (read) => {
    const { member, state, now } = read
    const draft = member.call.draft(state, { now, works: works.get(state.device.id) ?? new Map() })
    if ('answer' in draft) return answer(read, draft.answer)
    return [{ ...read, draft, fitting: fittingWork(draft.request) }]
  })
  const projects = drafts.every(({ fitting }) => fitting) ? [] : await activeProjects(db)
  const lines = await refusedLines(
    db,
    drafts.flatMap(({ draft, state, now }) =>
      draft.refused.length > 0 ? [{ deviceId: state.device.id, hour: hourOf(now) }] : [],
    ),
  )
  const decided = eachOf(drafts, unproven, (read) => {
    const { draft, fitting, state, member } = read
    const work = fitting ?? newWork(draft.request, projects)
    const decision = draft.finish({ work, refusedLine: lines.get(state.device.id) })
    if (!decision.change) return answer(read, decision.answer)
    return [{ member, answer: decision.answer, write: { state, change: decision.change } }]
  })
  return { decided, unproven }
}

/** Writes all, and in halves where the server refuses a statement, so that only the device is refused that it is about. */
async function writeAll({ db, memory }: Stores, all: readonly Decided[], waits: boolean): Promise<readonly Waiting[]> {
  if (all.length === 0) return []
  try {
    const versions = await writeDevices(
      db,
      all.map(({ write }) => write),
      {
        waits,
        onSend() {
          for (const { member } of all) member.inContext(recordCommit)
        },
      },
    )
    return all.flatMap(({ member, answer, write: { state, change } }) => {
      const version = versions.get(state.device.id)
      if (version === undefined) return [Object.assign(member, { passed: member.passed + 1 })]
      const after = stateAfter(state, change, version)
      if (after) memory.put(member.call.tokenHash, after)
      member.resolve(answer)
      return []
    })
  } catch (error) {
    if (all.length === 1 || !isRefusedStatement(error)) throw error
    const middle = Math.ceil(all.length / 2)
    const halves = [all.slice(0, middle), all.slice(middle)]
    const again: Waiting[] = []
    for (const half of halves)
      again.push(
        ...(await writeAll({ db, memory }, half, waits).catch((reason: unknown) => {
          for (const { member } of half) member.reject(reason)
          return []
        })),
      )
    return again
  }
}
