import { z } from 'astro/zod'
import { describe, expect, test } from 'vitest'
import { createEditorConfig, editorHosts } from '../../scripts/editor/config.ts'
import { fieldsOf } from '../../scripts/editor/fields.ts'
import { written } from '../../src/content/schemas.ts'

const mode = 'on'
const github = { mode, repository: 'https://github.com/acme/site/tree/texts/next' }
const { collections, i18n } = createEditorConfig(github)

test('every collection of texts is one of the editor, in both languages', () => {
  expect(collections.map(({ name }) => name).sort()).toEqual(Object.keys(written).sort())
  expect(collections.map(({ folder }) => folder).sort()).toEqual(
    Object.keys(written)
      .map((name) => `src/content/${name}/{{locale}}`)
      .sort(),
  )
  expect(i18n).toMatchObject({ locales: ['en', 'zh'], default_locale: 'en' })
})

describe.each(Object.entries(written))('%s', (name, schema) => {
  const fields = collections.find((one) => one.name === name)?.fields ?? []

  test('has the fields of its schema and the text, and requires what the schema requires', () => {
    const keys = Object.keys(schema.shape)
    expect(fields.map((field) => field.name).sort()).toEqual([...keys, 'body'].sort())
    const required = keys.filter((key) => !schema.shape[key as keyof typeof schema.shape]?.safeParse(undefined).success)
    expect(
      fields
        .filter((field) => field.required && field.name !== 'body')
        .map((field) => field.name)
        .sort(),
    ).toEqual(required.sort())
  })

  test('offers values that the schema takes, and no others', () => {
    for (const field of fields.filter(({ widget }) => widget === 'select')) {
      const takes = (value: unknown) => schema.shape[field.name as keyof typeof schema.shape]?.safeParse(value).success
      const options = (field.options as (string | { value: unknown })[]).map((one) =>
        typeof one === 'object' ? one.value : one,
      )
      expect(options.length).toBeGreaterThan(0)
      for (const option of options) expect(takes(field.multiple ? [option] : option), `${option}`).toBe(true)
      expect(takes(field.multiple ? ['none'] : 'none')).toBe(false)
    }
    expect(fields.at(-1)).toMatchObject({ name: 'body', modes: ['raw'] })
  })
})

test('a description is as long as its schema allows', () => {
  const description = collections.find(({ name }) => name === 'docs')?.fields.find(({ name }) => name === 'description')
  const [pattern = ''] = (description?.pattern ?? []) as string[]
  const isRight = (length: number) => new RegExp(pattern).test('x'.repeat(length))
  expect([20, 21, 200, 201].map(isRight)).toEqual([false, true, true, false])
  expect(new RegExp(pattern).test(`${'x'.repeat(20)}\n${'x'.repeat(20)}`)).toBe(true)
})

test('a field of another kind ends the build, by name', () => {
  const schema = z.object({ title: z.string(), place: z.object({ x: z.number() }) })
  expect(() => fieldsOf('docs', schema)).toThrow('docs.place: the editor has no widget for')
})

test.each([
  [github.repository, { name: 'github', repo: 'acme/site', branch: 'texts/next' }, 'https://api.github.com'],
  [
    'https://gitlab.com/acme/web/site/-/tree/main',
    { name: 'gitlab', repo: 'acme/web/site', branch: 'main' },
    'https://gitlab.com',
  ],
  [
    'https://code.acme.example/web/site/-/tree/main',
    { name: 'gitlab', repo: 'web/site', branch: 'main', api_root: 'https://code.acme.example/api/v4' },
    'https://code.acme.example',
  ],
  [
    'https://git.acme.example/web/site/tree/main',
    { name: 'github', repo: 'web/site', branch: 'main', api_root: 'https://git.acme.example/api/v3' },
    'https://git.acme.example',
  ],
])('texts of %s are read and written by its API, with a token of the editor', (repository, backend, host) => {
  expect(createEditorConfig({ mode, repository }).backend).toEqual({ ...backend, auth_methods: ['token'] })
  expect(editorHosts({ mode, repository }).calls).toEqual([host])
})

test('a trial calls no host', () => {
  const trial = { mode: 'test', repository: '' }
  expect(createEditorConfig(trial).backend).toEqual({ name: 'test-repo' })
  expect(editorHosts(trial)).toEqual({ calls: [], images: [] })
})
