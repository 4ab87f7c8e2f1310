import type { Config } from '#service/platform/config.ts'
import type { Context } from '#service/platform/context.ts'
import type { FaultLog } from '#service/platform/fault-log.ts'
import { removeLocalDoubles, saveLocalDoubles } from '#service/platform/local-doubles.ts'
import { createGoogle } from './identity/providers/google.ts'
import { createDiscord } from './identity/providers/sites/discord.ts'
import { createX } from './identity/providers/sites/x.ts'

/** Closes each part with the service. */
interface Opened {
  add<T>(part: T, close: (part: T) => unknown): T
}

interface Parts {
  config: Config
  faults: FaultLog
}

const reportTo = (faults: FaultLog) => (error: unknown) =>
  faults.report({ name: 'local providers', error, message: 'a local provider could not answer a request' })

/** Google as it is set; in the demo a provider of this machine, whose code no other start loads. */
export async function openGoogle({ config, faults }: Parts, opened: Opened): Promise<Context['google']> {
  if (config.google) return createGoogle(config.google)
  if (!config.demo) return undefined
  const { startProvider } = await import('#service/demo/provider.ts')
  const options = { mode: config.googleMode, onError: reportTo(faults) }
  const provider = await startProvider(`${config.origin}/google-auth`, options)
  const { settings } = opened.add(provider, ({ stop }) => {
    removeLocalDoubles(config)
    return stop()
  })
  saveLocalDoubles(config, { Google: settings.issuer })
  return createGoogle(settings)
}

/** X and Discord as they are set; in the demo local doubles. */
export async function openSites({ config, faults }: Parts, opened: Opened): Promise<Context['sites']> {
  let { x, discord } = config.sites
  if (config.demo && !(x && discord)) {
    const { startSites } = await import('#service/demo/sites.ts')
    const local = opened.add(await startSites(config.origin, reportTo(faults)), ({ stop }) => {
      removeLocalDoubles(config)
      return stop()
    })
    saveLocalDoubles(config, {
      ...(!x && { X: local.x.settings.site }),
      ...(!discord && { Discord: local.discord.settings.site }),
    })
    x ??= local.x.settings
    discord ??= local.discord.settings
  }
  return { ...(x && { x: createX(x) }), ...(discord && { discord: createDiscord(discord) }) }
}
