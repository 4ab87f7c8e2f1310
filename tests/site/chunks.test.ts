import { expect, test } from 'vitest'
import { chunkGroups } from '../../scripts/lib/chunks.mjs'

interface Module {
  imports?: string[]
  late?: string[]
  isEntry?: boolean
}

const island = (name: string) => `/x/src/islands/${name}`
const features = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']
const reads = (feature: string) => island(`app/${feature}/reads.ts`)
const screen = (feature: string) => island(`app/${feature}/screen.tsx`)

/** Every feature reads with `all`, two of them with `two`, one with `one`; every screen draws with `part`. */
const late = Object.fromEntries(
  features.flatMap((feature): [string, Module][] => [
    [screen(feature), { imports: ['part', 'shell', ...(feature === 'a' ? ['own'] : [])] }],
    [reads(feature), { imports: ['all', ...(feature < 'c' ? ['two'] : []), ...(feature === 'a' ? ['one'] : [])] }],
  ]),
)
const modules: Record<string, Module> = {
  [island('app/app.tsx')]: {
    isEntry: true,
    imports: ['core', 'shell', 'start'],
    late: [island('app/core/calls/late.ts'), ...Object.keys(late)],
  },
  [island('forms/one.tsx')]: { isEntry: true, imports: ['core', 'form', 'button', '/x/src/lib/api/client.ts'] },
  [island('forms/two.tsx')]: { isEntry: true, imports: ['core', 'form', 'alone'] },
  [island('forms/three.tsx')]: { isEntry: true, imports: ['core'] },
  [island('app/core/calls/late.ts')]: { imports: ['/x/src/lib/api/client.ts', 'contract'] },
  ...late,
  part: { imports: ['button', 'core'] },
  one: { imports: ['two'] },
}
const idsOf = ({ imports = [], late = [] }: Module) => [...imports, ...late]
const ids = [...new Set([...Object.keys(modules), ...Object.values(modules).flatMap(idsOf)])]
const importersOf = (id: string, kind: 'imports' | 'late') =>
  Object.keys(modules).filter((one) => modules[one]?.[kind]?.includes(id))
const getModuleInfo = (id: string) => ({
  isEntry: modules[id]?.isEntry ?? false,
  importedIds: modules[id]?.imports ?? [],
  dynamicallyImportedIds: modules[id]?.late ?? [],
  importers: importersOf(id, 'imports'),
  dynamicImporters: importersOf(id, 'late'),
})

/** The file that the bundler puts a module into: the group of the highest priority takes it. */
function fileOf(id: string) {
  const named = groups.flatMap(({ priority, name }) => {
    const file = name(id, { getModuleInfo })
    return file ? [{ priority, file }] : []
  })
  return named.sort((a, b) => b.priority - a.priority)[0]?.file
}
const groups = chunkGroups()

test.each([
  ['core', 'core'],
  ['shell', 'shell'],
  ['start', undefined],
  ['/x/src/lib/api/client.ts', 'calls'],
  ['contract', 'calls'],
  ['all', 'stores'],
  ['two', 'reads-a-b'],
  ['one', 'reads-a'],
  [reads('a'), undefined],
  ['part', 'parts'],
  ['own', undefined],
  ['button', 'often-forms'],
  ['form', 'forms'],
  ['alone', undefined],
])('puts the module %s into the file %s', (id, file) => {
  expect(ids).toContain(id)
  expect(fileOf(id)).toBe(file)
})

test("takes a module's imports no later than the module itself", () => {
  const place = (id: string) => groups.find(({ name }) => name(id, { getModuleInfo }))?.priority
  for (const id of ids)
    for (const imported of getModuleInfo(id).importedIds)
      expect(place(imported) ?? 0, `${imported} for ${id}`).toBeGreaterThanOrEqual(place(id) ?? 0)
})
