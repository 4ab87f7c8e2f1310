// Name, version and address of the app, as Android wants them.
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { brand } from '../../../src/lib/brand.ts'
import { root } from '../../lib/setup.mjs'

/** The service that the app shows where PUBLIC_SITE is not set: one on the phone's own loopback, see `adb reverse`. */
const LOCAL = 'http://127.0.0.1:8080'

export const { version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'))

/** The reversed domain of the brand. It is the identity of the app for good: another id is another app. */
export function toApplicationId(domain) {
  const parts = domain.toLowerCase().split('.').reverse()
  return [...parts.map((part) => part.replaceAll('-', '_').replace(/^(?![a-z])/, 'a')), 'app'].join('.')
}

export const applicationId = toApplicationId(brand.domain)

/** Android orders versions by one number. */
export function toVersionCode(text) {
  const [major, minor, patch] = text.split('.').map(Number)
  const code = major * 1_000_000 + minor * 1_000 + patch
  if (!(major < 2100 && minor < 1000 && patch < 1000 && code > 0))
    throw new Error(`Version ${text} has no number for Android: minor and patch stay below 1000.`)
  return code
}

const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/

/**
 * The origin of the service. Plain http is for a service on the loopback alone, and an API at another origin would be
 * loaded by no page of the app.
 */
export function readOrigin({ PUBLIC_SITE: site = '', PUBLIC_API_BASE: api = '' }) {
  const { origin, protocol, hostname } = new URL(site || LOCAL)
  if (protocol === 'http:' && !LOOPBACK.test(hostname))
    throw new Error(`PUBLIC_SITE is ${site}: the app loads pages by https, and by http only from a loopback address.`)
  if (/^https?:/.test(api) && new URL(api).origin !== origin)
    throw new Error(`PUBLIC_API_BASE is ${api}: the app loads nothing but ${origin}.`)
  return origin
}
