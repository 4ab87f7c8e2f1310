// Adds the editor of the texts at /editor/, where PUBLIC_EDITOR is set: a page of its own with its scripts and a configuration
// from the schemas of the texts (ADR-168). Without the setting it does nothing.
// Run after the policies of the other pages: node scripts/editor.mjs [dist]
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'
import { createEditorConfig, editorHosts } from './editor/config.ts'
import { targets } from './lib/browsers.mjs'

const { PUBLIC_EDITOR: mode, PUBLIC_REPOSITORY_URL: repository = '' } = process.env

/** Leaves out colours of code, for a field that no collection of ours has, and the fonts of another host: it brings them along. */
const onlyOurs = {
  name: 'only-ours',
  enforce: 'pre',
  resolveId: (id) => (/^@shikijs\/(?:langs|themes)/.test(id) ? '\0unused' : undefined),
  load: (id) => (id === '\0unused' ? 'export default []' : undefined),
  transform: {
    filter: { id: /@sveltia\/cms\/npm\/index\.js$/ },
    handler(code) {
      const less = code.replace(/@font-face \{[^{}]*cdn\.jsdelivr\.net[^{}]*\}/g, '')
      if (less === code) throw new Error('the editor names the fonts of another host in another way than before')
      return less
    },
  },
}

const named = (hosts) => hosts.map((host) => ` ${host}`).join('')

/** Svelte writes styles as elements, and pictures of an editor are shown from memory. */
function policyFor(hosts) {
  const directives = [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    "font-src 'self'",
    `img-src 'self' data: blob:${named(hosts.images)}`,
    `connect-src 'self' blob: data:${named(hosts.calls)}`,
    "worker-src 'self' blob:",
    "form-action 'none'",
    "base-uri 'none'",
    "object-src 'none'",
  ]
  return directives.join('; ')
}

async function buildEditor(folder) {
  const { output } = await build({
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    base: '/editor/',
    plugins: [onlyOurs],
    build: {
      outDir: folder,
      emptyOutDir: true,
      target: targets,
      assetsInlineLimit: 0,
      chunkSizeWarningLimit: 4000,
      rolldownOptions: { input: fileURLToPath(new URL('editor/entry.mjs', import.meta.url)) },
    },
  })
  const script = output.find(({ isEntry }) => isEntry).fileName
  const config = createEditorConfig({ mode, repository })
  writeFileSync(path.join(folder, 'config.json'), JSON.stringify(config))
  writeFileSync(
    path.join(folder, 'index.html'),
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta http-equiv="content-security-policy" content="${policyFor(
      editorHosts({ mode, repository }),
    )}"><meta name="viewport" content="width=device-width"><meta name="robots" content="noindex"><title>${config.app_title}</title><link rel="icon" href="/favicon.svg"><script type="module" src="/editor/${script}"></script></head><body></body></html>`,
  )
}

if (mode) await buildEditor(path.join(process.argv[2] ?? 'dist', 'editor'))
