import { execFile, spawnSync } from 'node:child_process'
import { MAX_START_MS } from '#lib/rules/gpu.ts'

/**
 * The container engine of this machine. Every call has a limit of time, and one that gets no answer tells nothing about
 * the engine's containers: `EngineUnavailableError` means unknown, never absent (ADR-173).
 */

export const engineNames = ['docker', 'podman'] as const
export type EngineName = (typeof engineNames)[number]

/** The engine did not answer. The state of its containers is unknown. */
export class EngineUnavailableError extends Error {
  override name = 'EngineUnavailableError'
}

/** The engine answered that it cannot do what was asked. The message is its own sentence. */
export class EngineRefusalError extends Error {
  override name = 'EngineRefusalError'
}

export interface EngineTimeouts {
  /** A question, such as the list of containers. */
  askMs: number
  /** A change, such as the start of a container. */
  changeMs: number
  /** The download of an image. */
  pullMs: number
}

const TIMEOUTS: EngineTimeouts = { askMs: 30_000, changeMs: 120_000, pullMs: MAX_START_MS }

export interface Engine {
  /** The engine in use; undefined until one has answered. */
  readonly name: EngineName | undefined
  /** Whether it answers now. The first answer decides which engine is used. */
  isReady(): Promise<boolean>
  /** The output of a question or of a change. */
  ask(...args: string[]): Promise<string>
  change(...args: string[]): Promise<string>
  /** Downloads an image; the signal ends it. */
  pull(reference: string, signal?: AbortSignal): Promise<string>
}

interface Outcome {
  status: number | undefined
  stdout: string
  stderr: string
}

/** The last line, which both engines end with the reason. */
const reasonIn = (stderr: string): string =>
  stderr
    .trim()
    .split('\n')
    .at(-1)
    ?.replace(/^(?:error(?: response from daemon)?|docker): /i, '')
    .slice(0, 300) || 'no reason given'

/** Runs a program to its end; without a status when it could not start, was killed, or took too long. */
const execute = (
  name: string,
  args: readonly string[],
  { timeout, signal }: { timeout: number; signal?: AbortSignal | undefined },
): Promise<Outcome> =>
  new Promise((resolve) => {
    execFile(
      name,
      args,
      { timeout, signal, killSignal: 'SIGKILL', maxBuffer: 1 << 24, encoding: 'utf8' },
      (error, stdout, stderr) => {
        const status = error ? (typeof error.code === 'number' ? error.code : undefined) : 0
        resolve({ status, stdout, stderr })
      },
    )
  })

/** The engines that are installed, also those that do not run at the moment. */
export const installedEngines = (): EngineName[] =>
  engineNames.filter((name) => {
    const { error } = spawnSync(name, ['--version'], { stdio: 'ignore', timeout: 10_000 })
    return !error || (error as NodeJS.ErrnoException).code !== 'ENOENT'
  })

/** An engine among the candidates: the first that answers. */
export function createEngine(candidates: readonly EngineName[], timeouts: EngineTimeouts = TIMEOUTS): Engine {
  let chosen = candidates.length === 1 ? candidates[0] : undefined

  // It asks for the containers, as `info` of Podman answers also where its list of containers is locked.
  const answers = async (name: EngineName): Promise<boolean> =>
    (await execute(name, ['ps', '--all', '--quiet'], { timeout: timeouts.askMs })).status === 0

  async function isReady(): Promise<boolean> {
    if (chosen) return answers(chosen)
    for (const name of candidates) {
      if (!(await answers(name))) continue
      chosen = name
      return true
    }
    return false
  }

  async function call(args: readonly string[], timeout: number, signal?: AbortSignal): Promise<string> {
    if (!chosen && !(await isReady())) throw new EngineUnavailableError(`${candidates.join(' or ')} does not answer`)
    const name = chosen as EngineName
    const { status, stdout, stderr } = await execute(name, args, { timeout, signal })
    if (status === 0) return stdout.trim()
    if (status === undefined) throw new EngineUnavailableError(`${name} ${args[0]} did not answer`)
    // A failure is an answer only of an engine that works.
    if (!(await answers(name))) throw new EngineUnavailableError(`${name} does not answer: ${reasonIn(stderr)}`)
    throw new EngineRefusalError(reasonIn(stderr))
  }

  return {
    get name() {
      return chosen
    },
    isReady,
    ask: (...args) => call(args, timeouts.askMs),
    change: (...args) => call(args, timeouts.changeMs),
    pull: (reference, signal) => call(['pull', '--quiet', reference], timeouts.pullMs, signal),
  }
}
