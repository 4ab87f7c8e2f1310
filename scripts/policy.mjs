// Leaves in each built page's policy only the hashes of that page's own scripts and styles: Astro writes those of every
// page into all of them, and no compression makes a hash smaller. Run after the build: node scripts/policy.mjs [dist]
import { createHash } from 'node:crypto'
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

const dist = process.argv[2] ?? 'dist'
const inline = /<(script|style)\b(?![^>]*\bsrc=)[^>]*>([\s\S]*?)<\/\1>/g
const policy = /<meta http-equiv="content-security-policy"[^>]*>/

for (const file of globSync('**/*.html', { cwd: dist })) {
  const page = path.join(dist, file)
  const html = readFileSync(page, 'utf8')
  const own = new Set(
    [...html.matchAll(inline)].map(([, , text]) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`),
  )
  const tight = (meta) => meta.replace(/ ('sha256-[^']+')/g, (part, hash) => (own.has(hash) ? part : ''))
  writeFileSync(page, html.replace(policy, tight))
}
