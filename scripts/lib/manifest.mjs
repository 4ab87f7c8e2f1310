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
      const sourceOf = (id) => path.relative(process.cwd(), id).replaceAll('\\', '/')
      const chunks = Object.values(bundle).filter(({ type }) => type === 'chunk')
      const files = Object.fromEntries(
        chunks.map(({ fileName, imports, dynamicImports, moduleIds, facadeModuleId }) => [
          fileName,
          {
            imports,
            late: dynamicImports,
            modules: moduleIds.map(sourceOf),
            ...(facadeModuleId && { entry: sourceOf(facadeModuleId) }),
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
  const find = (module, isIt) => {
    const found = Object.keys(files).find((file) => isIt(files[file]))
    if (!found) throw new Error(`no built file holds ${module}`)
    return found
  }
  return {
    /** A file and everything that it imports statically. */
    withImports: reach(({ imports }) => imports),
    /** A file and everything that it imports, at once or later. */
    withAllImports: reach(({ imports, late }) => [...imports, ...late]),
    /** The file that holds a module of the source. */
    fileOf: (module) => find(module, ({ modules }) => modules.includes(module)),
    /** The file that a late import of the module requests: its own, or a small one that leads to it. */
    entryOf: (module) => find(module, ({ entry }) => entry === module),
    /** Files that the file imports later. */
    lateOf: (file) => files[file].late,
  }
}
