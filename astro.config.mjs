import { readFileSync } from 'node:fs'
import react from '@astrojs/react'
import sitemap from '@astrojs/sitemap'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'astro/config'
import astroI18next from 'astro-i18next'
import { loadEnv } from 'vite'
import { targets } from './scripts/lib/browsers.mjs'
import { unreadableCatalogues } from './scripts/lib/catalogues.mjs'
import { chunkGroups } from './scripts/lib/chunks.mjs'
import { devIntegrations, devPlugins, trailingSlash } from './scripts/lib/dev-site.mjs'
import { manifest } from './scripts/lib/manifest.mjs'
import { minerFacts } from './scripts/lib/miner.mjs'
import { processor } from './src/content/markdown/processor.ts'
import { datesOfPages, readTextFiles, untranslatedPages } from './src/content/text-files.ts'

const unreadable = unreadableCatalogues()
if (unreadable.length > 0) throw new Error(unreadable.join('\n'))

const env = { ...loadEnv('production', process.cwd(), 'PUBLIC_'), ...process.env }
const apiBase = env.PUBLIC_API_BASE ?? '/api'
// Beside calls there are WebSockets; 'self' has them already.
const apiOrigin = /^https?:/.test(apiBase)
  ? ` ${new URL(apiBase).origin} ${new URL(apiBase).origin.replace('http', 'ws')}`
  : ''

const texts = readTextFiles(process.cwd())
const pageDates = datesOfPages(texts)
const untranslated = untranslatedPages(texts)
const isUntranslated = (url) => untranslated.has(new URL(url).pathname)
const { version } = JSON.parse(readFileSync(new URL('./package.json', import.meta.url), 'utf8'))
/** Chunks that stand before any late import: the app's script names no more than what else an import asks for. */
const begunWith = /\/(?:core|shell|client|calls|rolldown-runtime)\./
const lateImports = {
  name: 'late-imports',
  apply: 'build',
  configEnvironment: (name) =>
    name === 'client'
      ? {
          build: {
            modulePreload: { resolveDependencies: (_, files) => files.filter((file) => !begunWith.test(file)) },
          },
        }
      : undefined,
}

/**
 * Chromium compiles every function of a file with this line beside the page's thread, while the file is still coming, and
 * none of them later on that thread when it is first called. Not for libraries of which a page calls a small part.
 */
const compileHint = {
  name: 'compile-hint',
  apply: 'build',
  enforce: 'post',
  applyToEnvironment: ({ name }) => name === 'client',
  // After all others have been: Vite puts a line of its own before modules that import others late.
  generateBundle: {
    order: 'post',
    handler(_, bundle) {
      for (const part of Object.values(bundle))
        if (part.type === 'chunk' && !part.moduleIds.some((id) => /\/node_modules\/(?:react-dom|uplot)\//.test(id)))
          part.code = `//# allFunctionsCalledOnLoad\n${part.code}`
    },
  },
}

/** The chart library writes numbers in the browser's language as it loads, and fails where that is none ("C", "en-US@posix"). */
const chartLanguage = {
  name: 'chart-language',
  transform: {
    filter: { id: /\/uPlot\.esm\.js$/ },
    handler(code) {
      const less = code.replace("domEnv ? nav.language : 'en-US'", "'en-US'")
      if (less === code) throw new Error('uPlot asks for its language in another way than before')
      return less
    },
  },
}

export default defineConfig({
  site: env.PUBLIC_SITE || 'https://idleforge.example',
  trailingSlash,
  devToolbar: { enabled: false },
  build: { format: 'directory', inlineStylesheets: 'always' },
  integrations: [
    react(),
    astroI18next(),
    sitemap({
      filter: (page) =>
        !/\/(user|messages|watch|stand-message|pc-notice-alert|offline|google-auth|auth-success)\//.test(page) &&
        // Earlier versions of the terms and the privacy policy.
        !/\/(terms|privacy)\/./.test(page),
      i18n: { defaultLocale: 'en', locales: { en: 'en', zh: 'zh-CN' } },
      // As the pages say themselves: who reads neither language is led to English, and an untranslated text to its original.
      serialize: ({ links = [], ...item }) => {
        if (isUntranslated(item.url)) return undefined
        const twins = links.filter(({ url }) => !isUntranslated(url))
        const fallback = twins.find(({ lang }) => lang === 'en') ?? twins[0]
        const lastmod = pageDates.get(new URL(item.url).pathname)
        return {
          ...item,
          links: fallback ? [...twins, { url: fallback.url, lang: 'x-default' }] : [],
          ...(lastmod && { lastmod }),
        }
      },
    }),
    ...devIntegrations,
  ],
  // Coloured code would need style attributes, which the policy blocks.
  markdown: { processor, syntaxHighlight: false },
  security: {
    csp: {
      algorithm: 'SHA-256',
      directives: [
        "default-src 'none'",
        "img-src 'self' data:",
        `connect-src 'self'${apiOrigin}`,
        "font-src 'self'",
        "worker-src 'self'",
        "manifest-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "object-src 'none'",
      ],
      scriptDirective: { resources: ["'self'", "'inline-speculation-rules'"] },
      styleDirective: { resources: ["'self'"] },
    },
  },
  // The texts of a build lie in its own folder: two checkouts that share node_modules would mix theirs.
  cacheDir: '.astro/cache',
  // Editors complete and check the front matter of the texts (.vscode/settings.json).
  experimental: { contentIntellisense: true },
  vite: {
    // Each prepares the dependencies for itself: a check beside `npm run dev` would otherwise take them away from its pages.
    cacheDir: process.argv.includes('dev') ? 'node_modules/.vite-dev' : 'node_modules/.vite',
    plugins: [tailwindcss(), minerFacts, chartLanguage, ...devPlugins, compileHint, lateImports, manifest],
    // Each icon goes into the scripts that draw it; otherwise all of them would be in the first.
    build: { target: targets, cssTarget: targets, rolldownOptions: { optimization: { inlineConst: true } } },
    environments: { client: { build: { rolldownOptions: { output: { codeSplitting: { groups: chunkGroups() } } } } } },
    define: { 'import.meta.env.PUBLIC_VERSION': JSON.stringify(version) },
    // As it stands, so that the line above is changed under `npm run dev` too.
    optimizeDeps: { exclude: ['uplot'] },
    // Another port than the one that was told would be the address of another program.
    server: { strictPort: true },
  },
})
