// Checks that a network stays in its folder: outside service/chains/evm (and the local network, which is made of the same parts)
// no file of the service imports viem or a part of that folder, no type says `0x`, and no name says nonce or Evm.
// Run: node scripts/check-networks.mjs
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { networkProblems } from './lib/network-uses.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const files = new Map(
  readdirSync(path.join(root, 'service'), { recursive: true, encoding: 'utf8' })
    .map((file) => `service/${file.replaceAll('\\', '/')}`)
    .filter((file) => file.endsWith('.ts') && !file.includes('/node_modules/'))
    .sort()
    .map((file) => [file, readFileSync(path.join(root, file), 'utf8')]),
)
const problems = networkProblems(files)
for (const problem of problems) console.error(problem)
console.log(`networks: ${files.size} files of the service, ${problems.length} problems`)
process.exit(problems.length > 0 ? 1 : 0)
