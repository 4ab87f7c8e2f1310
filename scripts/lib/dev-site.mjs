// Differences of the site under `npm run dev`: one address with the service, and replacements of the build's steps.
import { once } from 'node:events'
import { request } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { setTimeout as wait } from 'node:timers/promises'
import { redirectsOf } from '../../src/content/redirects.ts'
import { readTextFiles } from '../../src/content/text-files.ts'
import { hostKinds, putHost } from '../../src/gallery/put-host.ts'
import { contentBox, contentMessages } from './dev-content.mjs'
import { buildHost } from './host.mjs'
import { buildMiner } from './miner.mjs'

const service = process.env.DEV_SERVICE
const paths = [process.env.PUBLIC_API_BASE || '/api', '/agent', '/host', '/downloads']

/** Otherwise Astro would refuse calls and addresses of the app, which end without one. */
export const trailingSlash = service ? 'ignore' : 'always'

/** A window that the test host page has opened finds its app there before its own scripts run. */
const withHost = `{
  const [, kind] = /^test-host:(${hostKinds.join('|')})$/.exec(name) ?? []
  if (opener && kind) {
    const sink = { push: (message) => opener.postMessage({ received: message }, location.origin) }
    window.sayAsHost = (${putHost})(window, kind, sink).say
  }
}`

/** The gallery of interface parts and the test host page exist under `astro dev` only. */
const gallery = {
  name: 'gallery',
  hooks: {
    'astro:config:setup': ({ command, injectRoute, injectScript }) => {
      if (command !== 'dev') return
      injectRoute({ pattern: '/gallery/', entrypoint: './src/gallery/gallery.astro' })
      injectRoute({ pattern: '/test-host/', entrypoint: './src/gallery/test-host.astro' })
      injectScript('head-inline', withHost)
    },
  },
}

/** The files of the miner and the host, built on request: the service has them only after a build. */
const programs = {
  name: 'programs',
  apply: 'serve',
  configureServer({ middlewares }) {
    for (const [name, build] of Object.entries({ miner: buildMiner, host: buildHost }))
      middlewares.use(`/idleforge-${name}.mjs`, (_, response, next) => {
        build().then(({ output: [file] }) => {
          response.setHeader('content-type', 'text/javascript; charset=utf-8')
          response.end(file.code)
        }, next)
      })
  },
}

const MAX_TRIES = 300

/** The service's response, with retries: it restarts after each change of its code. Half a minute at most. */
async function ask({ url, method, headers }, body) {
  for (let tries = 0; ; tries += 1) {
    const outgoing = request(new URL(url, service), { method, headers, agent: false }).end(body)
    try {
      const [answer] = await once(outgoing, 'response')
      // A process that is shutting down accepts no new call.
      if (answer.statusCode !== 503 || tries === MAX_TRIES) return answer
      answer.resume()
    } catch (error) {
      if (tries === MAX_TRIES) throw error
    }
    await wait(100)
  }
}

/** Calls go on to the service. */
const calls = {
  name: 'calls',
  apply: 'serve',
  configureServer({ middlewares }) {
    middlewares.use(async (call, response, next) => {
      if (!service || !paths.some((start) => call.url.startsWith(`${start}/`))) return next()
      try {
        const answer = await ask(call, await buffer(call))
        response.writeHead(answer.statusCode, answer.headers)
        await pipeline(answer, response)
      } catch (error) {
        if (response.headersSent) response.destroy()
        else response.writeHead(502).end(`The service does not answer: ${error.message}. See the terminal.`)
      }
    })
  },
}

/** One shell for every address of the app, as the service has it (service/site/pages.ts). */
const appShell = {
  name: 'app-shell',
  apply: 'serve',
  configureServer({ middlewares }) {
    middlewares.use((request, _, next) => {
      request.url = request.url.replace(/^\/(user|messages|watch)(?=[/?]|$)[^?]*/, '/$1/')
      next()
    })
  },
}

/** Former addresses of texts, as the service has them (service/site/redirects.ts); the files are read anew, as they change. */
const redirects = {
  name: 'redirects',
  apply: 'serve',
  configureServer({ middlewares }) {
    middlewares.use((request, response, next) => {
      const [address, query] = request.url.split('?')
      const isPage = request.headers.accept?.includes('text/html')
      const to = isPage && redirectsOf(readTextFiles(process.cwd()))[address.replace(/\/?$/, '/')]
      if (!to) return next()
      response.writeHead(301, { location: query ? `${to}?${query}` : to, 'cache-control': 'no-cache' }).end()
    })
  },
}

export const devIntegrations = [gallery, contentBox]
export const devPlugins = [programs, calls, appShell, redirects, contentMessages]
