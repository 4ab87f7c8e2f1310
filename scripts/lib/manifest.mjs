// The bundler's manifest of the site's scripts: modules and imports of each file. Written beside the built site for
// later steps (scripts/preload.mjs, tests/site).
import { readFileSync } from 'node:fs'
import path from 'node:path'

export const manifestName = '.modules.json'

/** A plugin of the build: writes the manifest. */
export const manifest = {
  name: 'manifest',
  apply: 'build',
  applyToEnvironment: ({ name }) => name === 'client',
  generateBundle: {
    order: 'post',
    handler(_, bundle) {
      const chunks = Object.values(bundle).filter(({ type }) => type === 'chunk')
      const files = Object.fromEntries(
        chunks.map(({ fileName, imports, dynamicImports, moduleIds }) => [
          fileName,
          {
            imports,
            late: dynamicImports,
            modules: moduleIds.map((id) => path.relative(process.cwd(), id).replaceAll('\\', '/')),
          },
        ]),
      )
      this.emitFile({ type: 'asset', fileName: manifestName, source: JSON.stringify(files) })
    },
  },
}

/** Reads the manifest of a built site. */
export function readManifest(folder) {
  const files = JSON.parse(readFileSync(path.join(folder, manifestName), 'utf8'))
  const reach = (nextOf) => {
    const visit = (file, seen = new Set()) => {
      if (seen.has(file)) return seen
      seen.add(file)
      if (!files[file]) throw new Error(`${file} is not in the manifest`)
      for (const one of nextOf(files[file])) visit(one, seen)
      return seen
    }
    return visit
  }
  return {
    /** A file and everything that it imports statically. */
    withImports: reach(({ imports }) => imports),
    /** A file and everything that it imports, at once or later. */
    withAllImports: reach(({ imports, late }) => [...imports, ...late]),
    /** The file that holds a module of the source. */
    fileOf(module) {
      const found = Object.keys(files).find((file) => files[file].modules.includes(module))
      if (!found) throw new Error(`no built file holds ${module}`)
      return found
    },
  }
}
