// Reads the features' declarations as far as the build needs them: the modules behind the lazy imports of each screen,
// found by calling them with an empty module in place of each.
import { registerHooks } from 'node:module'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { features } from '#app/features.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
let loaded
registerHooks({
  resolve(specifier, context, next) {
    const resolved = next(specifier, context)
    loaded?.push(resolved.url)
    return resolved
  },
  load: (url, context, next) => (loaded ? { format: 'module', source: '', shortCircuit: true } : next(url, context)),
})

/** The modules that a function imports late, by their paths in the project. */
async function dynamicImports(load) {
  if (!load) return []
  loaded = []
  await load()
  const found = loaded.map((url) => path.relative(root, fileURLToPath(url)).replaceAll('\\', '/'))
  loaded = undefined
  return found
}

/** Every screen: its path, the modules it reads with, the module that draws it, and its catalogues. */
export async function declaredScreens() {
  const found = []
  for (const { texts = [], screens } of features)
    for (const [name, { path: at, load, reads }] of Object.entries(screens))
      found.push({ name, path: at, texts, reads: await dynamicImports(reads), draws: await dynamicImports(load) })
  return found
}
