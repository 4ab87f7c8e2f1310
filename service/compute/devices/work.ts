import { randomBytes } from 'node:crypto'
import type { Work } from '#lib/contract/agent.ts'
import { TURN_MS, WORK_LIFE_MS } from '#lib/rules/devices.ts'
import type { Context } from '#service/platform/context.ts'
import type { Database } from '#service/platform/db/open.ts'
import { newId } from '#service/platform/ids.ts'
import { CHALLENGE_BYTES } from '#service/platform/share-proof.ts'
import { projectAt, reportEvery, type WeightedProject } from './rules.ts'

export interface CurrentWork {
  id: string
  project: string
  challenge: string
  difficulty: number
  issuedAt: number
  expiresAt: number
}

/** Whether a device goes on with its work: while its turn lasts, its difficulty fits and the device stayed online. */
export function fittingWork(of: WorkRequest): CurrentWork | undefined {
  const { current, now } = of
  const isFresh =
    current !== undefined && !of.isBack && Math.floor(current.issuedAt / TURN_MS) === Math.floor(now / TURN_MS)
  return isFresh && current.difficulty === of.difficulty && current.expiresAt > now ? current : undefined
}

export interface WorkRequest {
  deviceId: string
  difficulty: number
  now: number
  current: CurrentWork | undefined
  isBack: boolean
}

/** New work, which the caller saves. Shares of the old one stay valid, and their work shows whether they were found before the device came back. */
export function newWork({ deviceId, difficulty, now }: WorkRequest, projects: readonly WeightedProject[]): CurrentWork {
  const project = projectAt(projects, now, deviceId)
  if (project === undefined) throw new Error('no project is active: an operator has to switch one on')
  return {
    id: newId(),
    project,
    challenge: randomBytes(CHALLENGE_BYTES).toString('hex'),
    difficulty,
    issuedAt: now,
    expiresAt: now + WORK_LIFE_MS,
  }
}

/** The projects that are worked on, in the order in which their turns follow. */
export const activeProjects = (db: Database): Promise<WeightedProject[]> =>
  db.selectFrom('projects').select(['project', 'weight']).where('active', '=', true).orderBy('project').execute()

/** Tests do not wait half a minute for what a device has found since its last report. */
const TEST_REPORT_SECONDS = 3

export function toWork(
  { config, deviceCalls }: Pick<Context, 'config' | 'deviceCalls'>,
  work: CurrentWork,
  { now, isPaused }: { now: number; isPaused: boolean },
): Work {
  const isBehind = deviceCalls.isBehind()
  return {
    workId: work.id,
    project: work.project,
    challenge: work.challenge,
    difficulty: work.difficulty,
    validSeconds: Math.max(0, Math.floor((work.expiresAt - now) / 1000)),
    reportEverySeconds: config.limits === 'test' ? TEST_REPORT_SECONDS : reportEvery({ isPaused, isBehind }),
  }
}
