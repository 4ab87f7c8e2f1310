import { call } from '#lib/api/browser.ts'
import { Refused } from '#lib/api/errors.ts'
import { demoEnter } from '#lib/contract/demo.ts'
import { enter, type Say } from './store.ts'

/** Signs in to the demo's account. Says what went wrong, or nothing when it went through. */
export async function enterDemo(say: Say): Promise<string | undefined> {
  try {
    enter(await call(demoEnter, {}))
    return undefined
  } catch (error) {
    return error instanceof Refused && error.message ? error.message : say('errors.offline')
  }
}
