import { existsSync, readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { migrations } from '#service/db/migrations/index.ts'
import { moneyChecks } from '#service/features/checks.ts'
import type { Feature } from '#service/features/feature.ts'
import { features } from '#service/features/list.ts'

const service = new URL('../../service/', import.meta.url)
const namesIn = (folder: string) => readdirSync(new URL(folder, service)).sort()

test('every feature of a folder is in the list, once', async () => {
  const folders = namesIn('features/').filter((name) => existsSync(new URL(`features/${name}/feature.ts`, service)))
  const declared = await Promise.all(
    folders.map(async (name) => Object.values<Feature>(await import(`#service/features/${name}/feature.ts`))),
  )
  expect(new Set(features)).toEqual(new Set(declared.flat()))
  expect(features).toHaveLength(declared.flat().length)
})

test('every change of the tables is in the list, in its order', () => {
  const files = namesIn('db/migrations/').filter((name) => name !== 'index.ts')
  expect(Object.keys(migrations).map((name) => `${name}.ts`)).toEqual(files)
})

test('no two commands, and no two checks of the money, have one name', async () => {
  const commands = (await Promise.all(features.map(({ commands: load }) => load?.() ?? []))).flat()
  for (const names of [commands.map(({ name }) => name), moneyChecks.map(({ id }) => id)])
    expect(names).toEqual([...new Set(names)])
})
