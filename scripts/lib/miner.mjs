import { createHash } from 'node:crypto'
import { build } from 'vite'
import { MINER_VERSION } from '../../service/programs/miner/options.ts'
import { buildPage } from './window-page.mjs'

/** One readable file for Node 20 and newer, of a source file of the miner. `write` is false unless a folder is given. */
const bundle = (source, { outDir, plugins = [], output }) =>
  build({
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    plugins,
    ssr: { noExternal: true, target: 'node' },
    build: {
      ssr: `service/programs/miner/${source}`,
      write: outDir !== undefined,
      outDir,
      emptyOutDir: false,
      target: 'node20',
      minify: false,
      rolldownOptions: { output: { codeSplitting: false, ...output } },
    },
  })

/** Text as a template literal: its lines stay lines. */
const literal = (text) => `\`${text.replace(/[\\`]|\$\{/g, '\\$&')}\``

/** Puts the program of a mining thread, as text, in place of its file: a program of one file has no other to start a thread from. */
export const hasherAsText = {
  name: 'hasher-as-text',
  async load(id) {
    if (!id.endsWith('/miner/hasher-source.ts')) return undefined
    // The text of a thread runs as CommonJS.
    const { output } = await bundle('hasher.ts', { output: { format: 'cjs' } })
    return `export const hasherSource = ${literal(output[0].code)}`
  },
}

/** Puts the page of the window, as text, in place of the module that builds it. */
const pageAsText = {
  name: 'page-as-text',
  async load(id) {
    if (!id.endsWith('/miner/window/page-text.ts')) return undefined
    return `const page = ${literal(await buildPage())}\nexport const pageText = async () => page`
  },
}

/**
 * Builds the command line miner as one readable file: users may want to inspect the program that they run. Returns the bundler's result,
 * and writes the file if a folder is given.
 */
export const buildMiner = ({ outDir } = {}) =>
  bundle('main.ts', {
    outDir,
    plugins: [hasherAsText, pageAsText],
    output: { entryFileNames: 'idleforge-miner.mjs', banner: '#!/usr/bin/env node' },
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
