/** What other features may use of versions. */
export { GetMiner } from './get-miner.tsx'
export { $release } from './store.ts'
