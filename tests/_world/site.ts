import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'

const page = (title: string) => `<!doctype html><title>${title}</title>`
/** As the build writes it into each page. */
export const sitePolicy =
  "default-src 'none'; img-src 'self' data:; script-src 'self' 'sha256-abc='; base-uri 'none'; object-src 'none'"
const policy = `<meta http-equiv="content-security-policy" content="${sitePolicy};">`
const core = '<link rel="modulepreload" href="/_astro/app.Ab12.js">'
const early =
  '<script type="application/json" id="early">{"files":["account.Ef56"],"screens":{"/user/account":[0,"account"],"/user/orders/:orderId":[0]}}</script>'
const key = "<script>ask('preload','/api/public-key','fetch')</script>"
const script = 'export const size = 1\n'.repeat(200)

const files: Record<string, string | Buffer> = {
  'index.html': page('home'),
  '404.html': policy + page('nothing here'),
  'login/index.html': `<!doctype html><html lang="en">${policy}${core}<title>login</title>`,
  'zh/index.html': page('首页'),
  'user/index.html': policy + core + early + key + page('shell of the app'),
  'messages/index.html': page('shell of the messages'),
  '_astro/app.Ab12.js': script,
  '_astro/app.Ab12.js.br': brotliCompressSync(script),
  '_astro/app.Ab12.js.gz': gzipSync(script),
  '_astro/app.Ab12.js.map': '{"sources":["secret.ts"]}',
  '_astro/look.Cd34.css': 'body{margin:0}',
  'fonts/sans.woff2': Buffer.from('wOF2'),
  'redirects.json': '{"/docs/old/":"/docs/new/","/zh/docs/old/":"/zh/docs/new/","/faq/old/":"/faq/new/#one"}',
  'docs/old/index.html': page('moved'),
  'robots.txt': 'User-agent: *\n',
  '.well-known/security.txt': 'Contact: mailto:security@example.test\n',
  '.built-from': '{"src":"hash"}',
  '.env': 'SECRET=1',
  '.git/config': '[core]',
  '_astro/.env': 'SECRET=1',
}

/** A small built site, with files beside it that must never be served. */
export function makeSite(folder: string): string {
  for (const [name, content] of Object.entries(files)) {
    const file = join(folder, name)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, content)
  }
  return folder
}

export const siteScript = script
