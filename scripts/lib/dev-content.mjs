// Under `npm run dev`: checks the texts at the start and after each change, prints their mistakes, and shows them on the pages
// that they are on (src/gallery/content-messages.ts).
import path from 'node:path'
import { root } from './setup.mjs'

const isChecked = (file) => /^(?:src\/content\/|public\/locales\/[^/]+\/(?:docs|earn)\.json$)/.test(file)

/** Messages with the addresses of their pages. */
async function check() {
  const [{ checkContent }, { readSite }, { pagesOf }] = await Promise.all([
    import('../content/check.ts'),
    import('../content/read-site.ts'),
    import('../content/pages.ts'),
  ])
  const site = await readSite(root)
  return checkContent(site).map((problem) => ({ ...problem, pages: pagesOf(problem.file, site) }))
}

const place = ({ file, line }) => `${file}:${line}`

export const contentMessages = {
  name: 'content-messages',
  apply: 'serve',
  configureServer({ ws, watcher, config }) {
    let messages = []
    let last = Promise.resolve()
    async function renew() {
      const before = messages.length
      messages = (await check()).map((problem) => ({ ...problem, place: place(problem) }))
      for (const { rule, problem, remedy, ...at } of messages)
        config.logger.error(`${place(at)}  ${rule}  ${problem} ${remedy}`)
      if (before > 0 && messages.length === 0) config.logger.info('content: all mistakes are corrected')
      ws.send('content:messages', messages)
    }
    // One after the other: the text that was saved last is checked last.
    const enqueue = () => {
      last = last.then(renew).catch((error) => config.logger.error(`content: ${error.stack}`))
    }
    ws.on('content:ask', async (_, client) => {
      await last
      client.send('content:messages', messages)
    })
    watcher.on('all', (_, changed) => {
      if (isChecked(path.relative(root, changed).replaceAll('\\', '/'))) enqueue()
    })
    enqueue()
  },
}

/** The script that draws the box, on every page. */
export const contentBox = {
  name: 'content-box',
  hooks: {
    'astro:config:setup': ({ command, injectScript }) => {
      if (command === 'dev') injectScript('page', "import '/src/gallery/content-messages.ts'")
    },
  },
}
