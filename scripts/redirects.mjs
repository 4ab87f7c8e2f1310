// Writes a page at each former address of a text (`aliases` of its front matter) that leads to its present one, in both languages, and
// redirects.json, by which the service answers with 301 (service/site/redirects.ts). Run after the build: node scripts/redirects.mjs [dist]
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { redirectsOf } from '../src/content/redirects.ts'
import { readTextFiles } from '../src/content/text-files.ts'
import { htmlLang } from '../src/lib/i18n/locales.ts'

const dist = process.argv[2] ?? 'dist'
const home = readFileSync(path.join(dist, 'index.html'), 'utf8')
const [, site] = /<link rel="canonical" href="([^"]+)"/.exec(home) ?? []
if (!site) throw new Error(`${dist}/index.html has no canonical address`)

const catalogue = (locale) => JSON.parse(readFileSync(`public/locales/${locale}/site.json`, 'utf8')).moved

function pageTo(target) {
  const locale = target.startsWith('/zh/') ? 'zh' : 'en'
  const { title, link } = catalogue(locale)
  return `<!doctype html>
<html lang="${htmlLang[locale]}">
<head>
<meta charset="utf-8">
<meta http-equiv="content-security-policy" content="default-src 'none'; base-uri 'none'; form-action 'none'">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${title}</title>
<link rel="canonical" href="${new URL(target, site).href}">
<meta http-equiv="refresh" content="0;url=${target}">
</head>
<body>
<h1>${title}</h1>
<p><a href="${target}">${link}</a></p>
</body>
</html>
`
}

const redirects = redirectsOf(readTextFiles(process.cwd()))
for (const [from, target] of Object.entries(redirects)) {
  const file = path.join(dist, from, 'index.html')
  if (existsSync(file)) throw new Error(`alias ${from} is the address of an existing page`)
  mkdirSync(path.dirname(file), { recursive: true })
  writeFileSync(file, pageTo(target))
}
writeFileSync(path.join(dist, 'redirects.json'), JSON.stringify(redirects))
