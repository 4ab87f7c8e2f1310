// The configuration of the editor at /editor/: our collections in both languages, and the repository (ADR-168).
import { readFileSync } from 'node:fs'
import { brand } from '#lib/brand.ts'
import { locales } from '#lib/i18n/locales.ts'
import { type TextFolder, textFolders } from '#lib/text/content/text-file.ts'
import { written } from '../../src/content/schemas.ts'
import { parseRepository } from '../lib/repository.mjs'
import { fieldsOf } from './fields.ts'

const root = new URL('../../', import.meta.url)

/** Names of a part of the site in both languages. */
function labelOf(folder: TextFolder): string {
  if (folder === 'legal' || folder === 'pages') return folder
  const names = locales.map((locale) => {
    const file = readFileSync(new URL(`public/locales/${locale}/docs.json`, root), 'utf8')
    return (JSON.parse(file) as { sections: Record<string, string> }).sections[folder]
  })
  return names.join(' · ')
}

/** Legal texts and single pages have their addresses in code, and are neither added nor removed. */
const isFixed = (folder: TextFolder) => folder === 'legal' || folder === 'pages'

const collectionOf = (folder: TextFolder) => ({
  name: folder,
  label: labelOf(folder),
  folder: `src/content/${folder}/{{locale}}`,
  extension: 'md',
  format: 'yaml-frontmatter',
  create: !isFixed(folder),
  delete: !isFixed(folder),
  i18n: true,
  identifier_field: folder === 'faq' ? 'question' : 'title',
  // A question is in the folder of its topic.
  ...(folder === 'faq' && {
    nested: { depth: 2, subfolders: false },
    meta: { path: { widget: 'string', label: 'topic' } },
  }),
  media_folder: '',
  public_folder: '.',
  fields: fieldsOf(folder, written[folder]),
})

/** Where the texts are: a repository, or nowhere, with `test`: then they stay in the tab. */
function backendOf(url: string) {
  const repository = parseRepository(url)
  if (!repository) throw new Error(`${url} is no address of a branch`)
  const { origin, host, pathname } = new URL(repository.address)
  const { kind: name, branch } = repository
  const isHosted = host === 'github.com' || host === 'gitlab.com'
  const api = name === 'github' ? `${origin}/api/v3` : `${origin}/api/v4`
  // By a token of the editor's own: OAuth needs a server that knows a secret.
  return { name, repo: pathname.slice(1), branch, auth_methods: ['token'], ...(!isHosted && { api_root: api }) }
}

export interface EditorSettings {
  mode: string
  repository: string
}

export const createEditorConfig = ({ mode, repository }: EditorSettings) => ({
  load_config_file: false,
  app_title: brand.name,
  backend: mode === 'test' ? { name: 'test-repo' } : backendOf(repository),
  media_folder: 'src/content',
  public_folder: '/',
  slug: { encoding: 'ascii', clean_accents: true },
  i18n: { structure: 'multiple_folders', locales: [...locales], default_locale: 'en', initial_locales: 'all' },
  output: { omit_empty_optional_fields: true },
  collections: textFolders.map(collectionOf),
})

interface Hosts {
  calls: string[]
  images: string[]
}

/** Hosts that the editor calls, and those of the pictures of people who have changed a text. */
export function editorHosts({ mode, repository }: EditorSettings): Hosts {
  if (mode === 'test') return { calls: [], images: [] }
  const { origin, host } = new URL(repository)
  if (host === 'github.com')
    return { calls: ['https://api.github.com'], images: ['https://avatars.githubusercontent.com'] }
  return { calls: [origin], images: [origin] }
}
