// Builds each script of src/lazy as one file with a fixed name, dist/lazy/….js: a page loads it after its load event,
// by a few inline bytes (src/layouts/boot.ts).
// Run after the build: node scripts/lazy.mjs [dist]
import { globSync } from 'node:fs'
import path from 'node:path'
import { build } from 'vite'
import { targets } from './lib/browsers.mjs'

for (const entry of globSync('src/lazy/*.ts'))
  await build({
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    envPrefix: 'PUBLIC_',
    build: {
      outDir: path.join(process.argv[2] ?? 'dist', 'lazy'),
      emptyOutDir: false,
      target: targets,
      lib: { entry, formats: ['es'], fileName: () => `${path.basename(entry, '.ts')}.js` },
    },
  })
