/** Exports for other features. */
export { GetMiner } from './get-miner.tsx'
export { $release } from './store.ts'
