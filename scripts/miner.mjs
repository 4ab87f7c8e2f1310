// Builds the command line miner as one file that Node 20 and newer run, dist/idleforge-miner.mjs: readable, because who
// lets it run on a PC may want to see what it does. Run after the build: node scripts/miner.mjs
import { build } from 'vite'

await build({
  configFile: false,
  logLevel: 'warn',
  publicDir: false,
  ssr: { noExternal: true, target: 'node' },
  build: {
    ssr: 'service/miner/start.ts',
    outDir: 'dist',
    emptyOutDir: false,
    target: 'node20',
    minify: false,
    rolldownOptions: {
      output: { codeSplitting: false, entryFileNames: 'idleforge-miner.mjs', banner: '#!/usr/bin/env node' },
    },
  },
})
