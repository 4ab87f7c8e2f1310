import { call } from '#lib/api/browser.ts'
import { RefusedError } from '#lib/api/errors.ts'
import { demoEnter } from '#lib/contract/demo.ts'
import { enterSession, type Say } from './store.ts'

/** Signs in to the demo's account. Returns the error text, or undefined on success. */
export async function enterDemo(say: Say): Promise<string | undefined> {
  try {
    enterSession(await call(demoEnter, {}))
    return undefined
  } catch (error) {
    return error instanceof RefusedError && error.message ? error.message : say('errors.offline')
  }
}
