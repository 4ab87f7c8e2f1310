import { globSync } from 'node:fs'
import { readManifest } from '../../../scripts/lib/manifest.mjs'

/**
 * The smallest possible app of this framework: a page that fetches the built renderer, with the modules that it needs,
 * and draws one word; its button opens an empty modal dialog. What the app takes beyond it is ours.
 */
export function reactFloor(site: string): string {
  const [renderer = ''] = globSync('_astro/client.*.js', { cwd: site })
  const modules = [...readManifest(site).withImports(renderer)].map(
    (module) => `<link rel="modulepreload" href="/${module}">`,
  )
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>React alone</title>${modules.join('')}<h1 tabindex="-1" ssr></h1><button>Open</button><dialog>Empty</dialog>
<script>document.querySelector('button').onclick=()=>document.querySelector('dialog').showModal()</script>
<script type="module">import draw from '/${renderer}'
draw(document.querySelector('h1'))(()=>'Word',{},{},{client:'only'})</script>`
}
