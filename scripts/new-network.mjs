// `npm run new -- network NAME`: writes the folder of a new kind of network, and its conformance suite, which fails until the network
// is written. Existing files are never overwritten.
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { networkFiles, networkNameError } from './lib/new-network.mjs'
import { fail, node24, root, run } from './lib/setup.mjs'

const [name = ''] = process.argv.slice(2)
const error = networkNameError(name)
if (error) fail(error)
const files = networkFiles(name)
const there = [...files.keys()].find((file) => existsSync(path.join(root, file)))
if (there) fail(`${there} is there already.`)
for (const [file, text] of files) {
  mkdirSync(path.dirname(path.join(root, file)), { recursive: true })
  writeFileSync(path.join(root, file), text)
}
run(node24, ['node_modules/@biomejs/biome/bin/biome', 'check', '--write', ...files.keys()], { stdio: 'ignore' })
console.log(`New files:
${[...files.keys()].map((file) => `  ${file}`).join('\n')}

Next:
  1. tests/_world/${name}-network-world.ts starts a node: tests/service/chains/${name}.test.ts fails until it does, and until the parts
     of service/chains/${name}/network.ts are there. service/chains/network.ts says what each must do.
  2. Add the folder to the list in service/chains/networks.ts, and to scripts/lib/network-uses.mjs what only it may say.
  3. Its settings are in service/platform/settings/networks.ts; names, hints and explorers in src/lib/rules.
  4. npm test -- lint types imports locales unused unit service
More: docs/decisions/186-a-network-is-a-folder-behind-one-contract.md`)
