import { createHash } from 'node:crypto'
import { build } from 'vite'
import { MINER_VERSION } from '../../service/programs/miner/options.ts'

/**
 * Builds the command line miner as one readable file for Node 20 and newer: users may want to inspect the program that
 * they run. Returns the bundler's result, and writes the file if a folder is given.
 */
export const buildMiner = ({ outDir } = {}) =>
  build({
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    ssr: { noExternal: true, target: 'node' },
    build: {
      ssr: 'service/programs/miner/start.ts',
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

/**
 * Facts about the miner's file for pages: `import { miner } from 'virtual:miner'` has its version, bytes and SHA-256.
 */
export const minerFacts = {
  name: 'miner-facts',
  resolveId: (id) => (id === 'virtual:miner' ? '\0virtual:miner' : undefined),
  async load(id) {
    if (id !== '\0virtual:miner') return undefined
    const {
      output: [file],
    } = await buildMiner()
    const sha256 = createHash('sha256').update(file.code).digest('hex')
    const facts = { version: MINER_VERSION, size: Buffer.byteLength(file.code), sha256 }
    return `export const miner = ${JSON.stringify(facts)}`
  },
}
