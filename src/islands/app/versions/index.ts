/** Exports for other features. */
export { DownloadLink } from './download-link.tsx'
export { GetMiner } from './get-miner.tsx'
