import { build } from 'vite'

/** ssh2 is CommonJS and uses its folder's name. */
const banner = '#!/usr/bin/env node\nconst __dirname = import.meta.dirname ?? "."'

/** Builds the host's program as one readable file for Node 20 and newer. Returns the bundler's result. */
export const buildHost = ({ outDir } = {}) =>
  build({
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    ssr: { noExternal: true, target: 'node', external: ['cpu-features'] },
    build: {
      ssr: 'service/programs/host/main.ts',
      write: outDir !== undefined,
      outDir,
      emptyOutDir: false,
      target: 'node20',
      minify: false,
      rolldownOptions: {
        // Optional native code of ssh2; it works without.
        external: ['cpu-features', /\.node$/],
        output: { codeSplitting: false, entryFileNames: 'idleforge-host.mjs', banner },
      },
    },
  })
