import * as v from 'valibot'
import { gateway, gatewaySettings } from './gateway.ts'
import { google, googleSettings } from './google.ts'
import type { Group } from './group.ts'
import { networkSettings, networks, operator, operatorSettings } from './networks.ts'
import {
  development,
  developmentSettings,
  messaging,
  messagingSettings,
  secretSettings,
  secrets,
  server,
  serverSettings,
  storage,
  storageSettings,
} from './service.ts'
import { siteSettings, sites } from './sites.ts'

/** Every setting of the service and the operator's program, in the order in which the guide and errors name them. */
export const groups: readonly Group[] = [
  server,
  storage,
  secrets,
  messaging,
  networks,
  operator,
  gateway,
  google,
  sites,
  development,
]

export const Settings = v.object({
  ...serverSettings,
  ...storageSettings,
  ...secretSettings,
  ...messagingSettings,
  ...networkSettings,
  ...operatorSettings,
  ...gatewaySettings,
  ...googleSettings,
  ...siteSettings,
  ...developmentSettings,
})

export type Values = v.InferOutput<typeof Settings>
