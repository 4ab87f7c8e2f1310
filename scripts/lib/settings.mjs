// The settings that are built into the pages; the service's own are read in service/platform/config.ts.
import { fail } from './setup.mjs'

const isAddress = (text) => URL.canParse(text) && /^https?:\/\/[^/]/.test(text)
const isOrigin = (text) => isAddress(text) && /^\/?$/.test(text.slice(new URL(text).origin.length))
const isPath = (text) =>
  /^(?:\/[a-z0-9-]+)+$/.test(text) && !/^\/(?:agent|host|downloads|healthz|readyz|user|messages)(?:\/|$)/.test(text)

const settings = {
  PUBLIC_SITE: [isOrigin, 'an address without a path, such as https://idleforge.example'],
  PUBLIC_API_BASE: [
    (text) => isPath(text) || isAddress(text),
    'a path such as /api, or an address that begins with http:// or https://',
  ],
  PUBLIC_SM2_KEY: [(text) => /^04[0-9a-f]{128}$/i.test(text), 'a public key: 04 and 128 hexadecimal digits'],
  PUBLIC_SIGN_SALT: [(text) => /^\S{4,64}$/.test(text), '4 to 64 characters without spaces'],
}

/** Ends this process with a sentence that names each of them that is wrong. */
export function checkSiteSettings(env) {
  const wrong = Object.entries(settings).filter(([name, [isRight]]) => env[name] && !isRight(env[name]))
  if (wrong.length > 0)
    fail(`Settings to correct:\n${wrong.map(([name, [, hint]]) => `  - ${name} must be ${hint}`).join('\n')}`)
}
