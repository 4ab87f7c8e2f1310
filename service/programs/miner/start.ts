import { isMainThread } from 'node:worker_threads'

/** Entry of the program and of its mining threads, so that one file can be distributed (scripts/miner.mjs). */
if (isMainThread) await import('./main.ts')
else await import('./hasher.ts')
