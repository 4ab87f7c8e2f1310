import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const folder = fileURLToPath(new URL('../../public/locales', import.meta.url))

/** Names text files that are not valid JSON: i18next would treat one as empty and use the other language. */
export function unreadableCatalogues() {
  return readdirSync(folder, { recursive: true })
    .filter((file) => file.endsWith('.json'))
    .flatMap((file) => {
      try {
        JSON.parse(readFileSync(`${folder}/${file}`, 'utf8'))
        return []
      } catch (error) {
        return [`public/locales/${file.replaceAll('\\', '/')}: ${error.message}`]
      }
    })
}
