// Builds what public pages start after their load, each as one file of a fixed name, because the address stands in the
// page: the worker that reports a visit (dist/a.js) and the modules of src/live (dist/live/<name>.js).
// Run after the build: node scripts/later.mjs
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { build } from 'vite'

const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))

const bundle = (lib, outDir) =>
  build({
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    envPrefix: 'PUBLIC_',
    define: { 'import.meta.env.PUBLIC_VERSION': JSON.stringify(version) },
    build: { outDir, emptyOutDir: false, minify: true, lib },
  })

const worker = { entry: 'src/lib/api/activity-worker.ts', formats: ['iife'], name: 'activity', fileName: () => 'a.js' }
await bundle(worker, 'dist')
for (const entry of globSync('src/live/*.ts')) {
  const fileName = () => `${path.basename(entry, '.ts')}.js`
  await bundle({ entry, formats: ['es'], fileName }, 'dist/live')
}
