// Builds the miner beside the site, as dist/idleforge-miner.mjs. Run after the build: node scripts/miner.mjs [dist]
import { buildMiner } from './lib/miner.mjs'

await buildMiner({ outDir: process.argv[2] ?? 'dist' })
