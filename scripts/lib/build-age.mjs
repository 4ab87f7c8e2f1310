// Whether dist is older than the files that it is built from.
import { existsSync, readdirSync, statSync } from 'node:fs'
import path from 'node:path'

const SOURCES = ['src', 'public', 'astro.config.mjs', 'package-lock.json']

function* filesIn(place) {
  if (!statSync(place).isDirectory()) yield place
  else for (const name of readdirSync(place)) yield* filesIn(path.join(place, name))
}

/** The newest file that is newer than the build in `root`; undefined where there is none, or no build. */
export function findStaleBuild(root) {
  const built = path.join(root, 'dist', 'index.html')
  if (!existsSync(built)) return undefined
  const newer = { file: undefined, at: statSync(built).mtimeMs }
  for (const source of SOURCES.map((name) => path.join(root, name)).filter((place) => existsSync(place)))
    for (const file of filesIn(source)) {
      const at = statSync(file).mtimeMs
      if (at > newer.at) Object.assign(newer, { file, at })
    }
  return newer.file && path.relative(root, newer.file)
}
