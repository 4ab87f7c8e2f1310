import { existsSync, globSync, readFileSync } from 'node:fs'

/** A former address of a text only leads on. */
const leadsOn = (file: string) => readFileSync(`dist/${file}`, 'utf8').includes('http-equiv="refresh"')

/** Every built page with an address in each language, and a missing one. */
export const publicPages = [
  ...globSync('**/index.html', { cwd: 'dist' })
    .filter((file) => !file.startsWith('zh/') && existsSync(`dist/zh/${file}`) && !leadsOn(file))
    .map((file) => `/${file.replace(/index\.html$/, '')}`)
    .sort(),
  '/nowhere/',
]
