import type { AstroI18nextConfig } from 'astro-i18next'

// Only this file name works on Astro 7: the .mjs and .js forms are ignored without a word.
const config: AstroI18nextConfig = {
  defaultLocale: 'en',
  locales: ['en', 'zh'],
  namespaces: ['common', 'site', 'home', 'earn', 'service', 'grow', 'docs', 'auth', 'app'],
  defaultNamespace: 'common',
  load: ['server'],
  showDefaultLocale: false,
  // Its own way there breaks where the project stands in a folder whose name an address writes otherwise, as with a space.
  i18nextServer: {
    backend: { loadPath: 'public/locales/{{lng}}/{{ns}}.json' },
    // A page that lacks a value of a text is not built.
    missingInterpolationHandler: (text: string, [name]: RegExpExecArray) => {
      throw new Error(`${text}: ${name} has no value`)
    },
  },
}

export default config
