import { getAsset, isSea } from 'node:sea'
import { Worker, type WorkerOptions } from 'node:worker_threads'

/** Parts of an executable, which scripts/pack puts into it beside the program. */
const SOURCE = 'idleforge-miner.mjs'
const SERVICE = 'service'

/** Whether the program runs as an executable with its own Node (ADR-137). */
export const isExecutable = isSea()

/** The address of the service that an executable was packed for; undefined elsewhere. */
export const packedService = (): string | undefined =>
  isExecutable ? getAsset(SERVICE, 'utf8') || undefined : undefined

/** Starts a thread with the program's own entry file. An executable has no such file, but carries its text. */
export const startThread = (options: WorkerOptions): Worker =>
  isExecutable
    ? new Worker(getAsset(SOURCE, 'utf8'), { ...options, eval: true })
    : new Worker(String(process.argv[1]), options)
