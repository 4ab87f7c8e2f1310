import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const folder = fileURLToPath(new URL('../../public/locales', import.meta.url))

/** What is wrong with files of texts that are no JSON, each by its name: i18next would take one for empty, and the other language's words instead. */
export function catalogueFaults() {
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
