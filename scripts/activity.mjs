// Builds the worker that reports a visit of a public page as one file with a fixed name, dist/a.js: its address is in
// the few inline bytes of every page.
// Run after the build: node scripts/activity.mjs [dist]
import { readFileSync } from 'node:fs'
import { build } from 'vite'
import { targets } from './lib/browsers.mjs'

const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))

await build({
  configFile: false,
  logLevel: 'warn',
  publicDir: false,
  envPrefix: 'PUBLIC_',
  define: { 'import.meta.env.PUBLIC_VERSION': JSON.stringify(version) },
  build: {
    outDir: process.argv[2] ?? 'dist',
    emptyOutDir: false,
    target: targets,
    lib: { entry: 'src/lib/api/activity-worker.ts', formats: ['iife'], name: 'activity', fileName: () => 'a.js' },
  },
})
