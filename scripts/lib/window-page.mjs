// Builds the page of the miner's window: one HTML file with its style, its script, its font and its icon in it.
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { build } from 'vite'
import { applySchemes } from './schemes.mjs'
import { root } from './setup.mjs'

const folder = path.join(root, 'service/programs/miner/window/page')
const read = (...parts) => readFileSync(path.join(...parts), 'utf8')
const dataUrl = (type, file) => `data:${type};base64,${readFileSync(file).toString('base64')}`

/** The style of the page, with the colours of the site in place of `@apply scheme-of-…`. */
const readStyle = () =>
  applySchemes(read(folder, 'page.css')).replace(
    /url\("([^"]+\.woff2)"\)/,
    (_, file) => `url("${dataUrl('font/woff2', path.join(folder, file))}")`,
  )

async function buildScript() {
  const { output } = await build({
    configFile: false,
    root,
    logLevel: 'silent',
    publicDir: false,
    build: {
      write: false,
      target: 'es2022',
      minify: false,
      modulePreload: false,
      rolldownOptions: { input: path.join(folder, 'page.ts'), output: { format: 'iife' } },
    },
  })
  return output[0].code
}

/** The page as one text. */
export async function buildPage() {
  const script = await buildScript()
  if (script.includes('</script')) throw new Error("the script of the miner's window would end its own element")
  const parts = {
    '"ICON"': `"${dataUrl('image/svg+xml', path.join(root, 'public/favicon.svg'))}"`,
    '/* STYLE */': readStyle(),
    '/* SCRIPT */': script,
  }
  return read(folder, 'index.html').replace(/"ICON"|\/\* (?:STYLE|SCRIPT) \*\//g, (name) => parts[name])
}
