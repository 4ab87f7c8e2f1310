import { minifySync, transformWithOxc } from 'vite'
import { targets } from '../../scripts/lib/browsers.mjs'

/** What the build knows and writes into a script in place of the names that the script declares. */
type Constants = Record<string, string | number | boolean>

/**
 * A script that stands in pages, from readable TypeScript: with its constants written in, without the branches that they
 * leave dead, in few bytes. A block around it keeps its names to itself.
 */
export async function inlineScript(source: string, constants: Constants): Promise<string> {
  const written = Object.entries(constants).map(([name, value]) => [name, JSON.stringify(value)])
  const { code } = await transformWithOxc(`{${source}}`, 'inline.ts', {
    define: Object.fromEntries(written),
    sourcemap: false,
    target: targets,
    tsconfig: false,
  })
  const small = minifySync('inline.js', code)
  if (small.errors[0]) throw new Error(small.errors[0].message)
  return small.code
}
