import { SignedIn } from './accounts.ts'
import { endpoint } from './endpoint.ts'
import { NoFields } from './fields.ts'

/** Signs in to the demo's account in one step. Only a service that runs as a demo has this call. */
export const demoEnter = endpoint('/demo/enter', { auth: false, request: NoFields, reply: SignedIn })
