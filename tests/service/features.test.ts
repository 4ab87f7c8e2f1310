import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { moneyChecks } from '#service/checks.ts'
import { features } from '#service/feature-list.ts'
import { migrations } from '#service/platform/db/migrations/index.ts'
import type { Feature } from '#service/platform/feature.ts'

const service = new URL('../../service/', import.meta.url)
/** Every `feature.ts` of an area. */
const declarations = readdirSync(service, { recursive: true, encoding: 'utf8' })
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => file.endsWith('/feature.ts'))

test('every feature of a folder is in the list, once', async () => {
  const declared = await Promise.all(
    declarations.map(async (file) => Object.values<Feature>(await import(new URL(file, service).href))),
  )
  expect(new Set(features)).toEqual(new Set(declared.flat()))
  expect(features).toHaveLength(declared.flat().length)
})

test('every change of the tables is in the list, in its order', () => {
  const files = readdirSync(new URL('platform/db/migrations/', service))
    .sort()
    .filter((name) => name !== 'index.ts')
  expect(Object.keys(migrations).map((name) => `${name}.ts`)).toEqual(files)
})

test('no two commands, and no two checks of the money, have one name', async () => {
  const commands = (await Promise.all(features.map(({ commands: load }) => load?.() ?? []))).flat()
  for (const names of [commands.map(({ name }) => name), moneyChecks.map(({ id }) => id)])
    expect(names).toEqual([...new Set(names)])
})
