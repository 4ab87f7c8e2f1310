import { isMainThread } from 'node:worker_threads'

/** The program and each of its mining threads begin here, so that one file can be handed out (scripts/miner.mjs). */
if (isMainThread) await import('./main.ts')
else await import('./hasher.ts')
