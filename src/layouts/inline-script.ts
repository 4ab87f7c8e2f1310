import { minifySync, transformWithOxc } from 'vite'
import { targets } from '../../scripts/lib/browsers.mjs'

/** Values that the build writes into a script in place of the names that the script declares. */
type Constants = Record<string, string | number | boolean>

/**
 * An inline script from readable TypeScript: with its constants substituted, dead branches removed, minified. A block
 * keeps its names local.
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
