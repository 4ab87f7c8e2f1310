import { call } from '#lib/api/browser.ts'
import { RefusedError } from '#lib/api/errors.ts'
import { demoEnter } from '#lib/contract/demo.ts'
import { enterSession, type Say } from './store.ts'

/** Signs in to the demo's account. Says what went wrong, or nothing when it went through. */
export async function enterDemo(say: Say): Promise<string | undefined> {
  try {
    enterSession(await call(demoEnter, {}))
    return undefined
  } catch (error) {
    return error instanceof RefusedError && error.message ? error.message : say('errors.offline')
  }
}
