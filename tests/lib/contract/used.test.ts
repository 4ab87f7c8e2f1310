import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { forOtherClients } from '#lib/contract/other-clients.ts'

const folder = 'src/lib/contract'

interface Declared {
  file: string
  name: string
  path: string
}

/** Every call of the contract, by the file and the name that it is exported under. */
const declared: Declared[] = (
  await Promise.all(
    globSync(`${folder}/*.ts`).map(async (file) => {
      const module: Record<string, unknown> = await import(path.resolve(file))
      return Object.entries(module).flatMap(([name, one]) => {
        const isCall = typeof one === 'object' && one !== null && 'path' in one && 'request' in one
        return isCall ? [{ file: path.basename(file), name, path: String(one.path) }] : []
      })
    }),
  )
).flat()

const sources = globSync('src/**/*.{ts,tsx,astro}')
  .filter((file) => !file.startsWith(folder))
  .map((file) => readFileSync(file, 'utf8'))

/** True if a source imports a call by its name, statically or lazily, or imports its whole file and uses the call. */
function makes(source: string, { file, name }: Declared): boolean {
  const place = `'(?:[./]*|#lib/)contract/${file.replaceAll('.', '\\.')}'`
  const taken = [
    new RegExp(`(?:import|export) \\{([^}]*)\\} from ${place}`),
    new RegExp(`import\\(${place}\\)\\.then\\(\\(\\{([^}]*)\\}`),
  ]
  const isNamed = taken.some((one) => new RegExp(`(?<!type )\\b${name}\\b`).test(one.exec(source)?.[1] ?? ''))
  const [, space] = new RegExp(`import \\* as (\\w+) from ${place}`).exec(source) ?? []
  return isNamed || (space !== undefined && new RegExp(`\\b${space}\\.${name}\\b`).test(source))
}

test('finds the calls of the contract', () => expect(declared.length).toBeGreaterThan(150))

test('the client makes every call, or the contract names its client', () => {
  const unused = declared.filter((call) => !sources.some((source) => makes(source, call)))
  expect(unused.map((call) => call.path).sort()).toEqual(Object.keys(forOtherClients).sort())
})

test('each external call has its reason', () => {
  for (const reason of Object.values(forOtherClients)) expect(reason).toMatch(/^[A-Z].{5,}\.$/)
})
