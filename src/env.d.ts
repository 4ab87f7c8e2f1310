/// <reference types="astro/client" />

interface ImportMetaEnv {
  readonly PUBLIC_SITE?: string
  readonly PUBLIC_API_BASE?: string
  readonly PUBLIC_SM2_KEY?: string
  readonly PUBLIC_SIGN_SALT?: string
  readonly PUBLIC_VERSION?: string
  readonly PUBLIC_REPOSITORY_URL?: string
}

// astro-i18next ships types that the "exports" of its package.json hide
declare module 'astro-i18next' {
  export interface AstroI18nextConfig {
    defaultLocale: string
    locales: string[]
    namespaces?: string[]
    defaultNamespace?: string
    load?: ('server' | 'client')[]
    showDefaultLocale?: boolean
    i18nextServer?: import('i18next').InitOptions
  }
  // biome-ignore lint/style/noDefaultExport: the package has a default export
  export default function astroI18next(options?: { configPath?: string }): import('astro').AstroIntegration
}

/** The command line miner's file, as the build makes it (scripts/lib/miner.mjs). */
declare module 'virtual:miner' {
  export const miner: { readonly version: string; readonly size: number; readonly sha256: string }
}
