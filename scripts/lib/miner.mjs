import { build } from 'vite'

/**
 * Builds the command line miner as one file that Node 20 and newer run: readable, because who lets it run on a PC may want
 * to see what it does. Gives the bundler's answer, and writes the file where a folder is named.
 */
export const buildMiner = ({ outDir } = {}) =>
  build({
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    ssr: { noExternal: true, target: 'node' },
    build: {
      ssr: 'service/miner/start.ts',
      write: outDir !== undefined,
      outDir,
      emptyOutDir: false,
      target: 'node20',
      minify: false,
      rolldownOptions: {
        output: { codeSplitting: false, entryFileNames: 'idleforge-miner.mjs', banner: '#!/usr/bin/env node' },
      },
    },
  })
