import { existsSync, globSync } from 'node:fs'

/** Every built page with an address in each language, and a missing one. */
export const publicPages = [
  ...globSync('**/index.html', { cwd: 'dist' })
    .filter((file) => !file.startsWith('zh/') && existsSync(`dist/zh/${file}`))
    .map((file) => `/${file.replace(/index\.html$/, '')}`)
    .sort(),
  '/nowhere/',
]
