// Reduces each built page's security policy to the hashes of its own scripts and styles: the framework lists those of
// every script that it knows, which allows too much and costs 400 bytes a page.
// Run after all steps that change pages: node scripts/policy.mjs [dist]
import { createHash } from 'node:crypto'
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

const dist = process.argv[2] ?? 'dist'
const inline = /<(script|style)\b[^>]*>([\s\S]*?)<\/\1>/g

for (const file of globSync('**/*.html', { cwd: dist })) {
  const page = path.join(dist, file)
  const html = readFileSync(page, 'utf8')
  const held = new Set(
    [...html.matchAll(inline)].map(([, , text]) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`),
  )
  const [policy] = /<meta http-equiv="content-security-policy"[^>]*>/i.exec(html) ?? []
  if (!policy) throw new Error(`${file} has no policy`)
  const reduced = policy.replace(/ '?sha256-[^' ;"]+'?/g, (hash) => (held.has(hash.trim()) ? hash : ''))
  if (!/sha256-/.test(reduced)) throw new Error(`${file} would be left without any hash`)
  writeFileSync(page, html.replace(policy, reduced))
}
