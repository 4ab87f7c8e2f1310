// Builds the host's program beside the site, as dist/idleforge-host.mjs. Run after the build: node scripts/host.mjs [dist]
import { buildHost } from './lib/host.mjs'

await buildHost({ outDir: process.argv[2] ?? 'dist' })
