// Commands for those who edit the texts: npm run content -- keep | status (docs/guides/edit-content.md).
import { fileURLToPath } from 'node:url'
import { ensureInstalled, fail } from './lib/setup.mjs'

ensureInstalled()
const root = fileURLToPath(new URL('..', import.meta.url))
/** Each takes the project's folder and its arguments, and returns the lines to print. */
const commands = {
  keep: async (...args) => (await import('./content/keep.mjs')).keepVersion(...args),
  status: async (...args) => (await import('./content/status.mjs')).listWaiting(...args),
}

const [name, ...args] = process.argv.slice(2)
if (!Object.hasOwn(commands, name ?? '')) fail(`Usage: npm run content -- ${Object.keys(commands).join(' | ')}`)
try {
  for (const line of await commands[name](root, args)) console.log(line)
} catch (error) {
  fail(error.message)
}
