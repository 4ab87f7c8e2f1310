// What the site is only under `npm run dev`: one address with the service, and what a build would otherwise put in its place.
import { setTimeout as wait } from 'node:timers/promises'
import { buildMiner } from './miner.mjs'

const service = process.env.DEV_SERVICE
const calls = [process.env.PUBLIC_API_BASE || '/api', '/agent', '/downloads']

/** Calls go on to the service. */
export const proxy = service ? Object.fromEntries(calls.map((start) => [start, service])) : {}
/** Otherwise Astro would refuse calls and addresses of the app, which end without one. */
export const trailingSlash = service ? 'ignore' : 'always'

/** The gallery of interface parts exists under `astro dev` only. */
const gallery = {
  name: 'gallery',
  hooks: {
    'astro:config:setup': ({ command, injectRoute }) => {
      if (command === 'dev') injectRoute({ pattern: '/gallery/', entrypoint: './src/gallery/gallery.astro' })
    },
  },
}

/** The miner's file, as it is at the moment it is asked for: the service has it only after a build. */
const miner = {
  name: 'miner',
  apply: 'serve',
  configureServer({ middlewares }) {
    middlewares.use('/idleforge-miner.mjs', (_, response, next) => {
      buildMiner().then(({ output: [file] }) => {
        response.setHeader('content-type', 'text/javascript; charset=utf-8')
        response.end(file.code)
      }, next)
    })
  },
}

/** A call waits while the service starts anew after a change of its code, for ten seconds at most. */
const patience = {
  name: 'patience',
  apply: 'serve',
  configureServer({ middlewares }) {
    const isUp = () =>
      fetch(`${service}/healthz`).then(
        ({ ok }) => ok,
        () => false,
      )
    middlewares.use(async ({ url }, _, next) => {
      if (service && calls.some((start) => url.startsWith(start)))
        for (let tries = 0; tries < 100 && !(await isUp()); tries += 1) await wait(100)
      next()
    })
  },
}

/** One shell for every address of the app, as the service has it (service/http/site.ts). */
const appShell = {
  name: 'app-shell',
  apply: 'serve',
  configureServer({ middlewares }) {
    middlewares.use((request, _, next) => {
      request.url = request.url.replace(/^\/(user|messages)(?=[/?]|$)[^?]*/, '/$1/')
      next()
    })
  },
}

export const devIntegrations = [gallery]
export const devPlugins = [miner, patience, appShell]
