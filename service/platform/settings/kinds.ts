import * as v from 'valibot'

/** Kinds of settings: each reads the text of a variable. Its message follows the variable's name, and never shows the value. */

const transformed = <T>(isRight: (text: string) => boolean, hint: string, toValue: (text: string) => T) =>
  v.pipe(v.string(), v.check(isRight, hint), v.transform(toValue))

export const text = () => v.string()

export const checked = (isRight: (text: string) => boolean, hint: string) => v.pipe(v.string(), v.check(isRight, hint))

export const matching = (pattern: RegExp, hint: string) => v.pipe(v.string(), v.regex(pattern, hint))

/** The hint of addresses of providers: a local double may stand in their place. */
export const LOCAL_HTTP = '; plain http only at 127.0.0.1, and never in production'

export const hasHost = ({ hostname }: URL): boolean => hostname !== ''

interface UrlRules {
  protocols: readonly string[]
  isRight?: (url: URL) => boolean
  hint?: string
}

const isUrl = (text: string, { protocols, isRight = hasHost }: UrlRules): boolean =>
  URL.canParse(text) && protocols.some((one) => text.startsWith(`${one}://`)) && isRight(new URL(text))

const urlHint = ({ protocols, hint = '' }: UrlRules): string =>
  `must be an address that begins with ${protocols.map((one) => `${one}://`).join(' or ')}${hint}`

export const url = (rules: UrlRules) => checked((text) => isUrl(text, rules), urlHint(rules))

/** A node of a network. */
export const rpcUrl = () => url({ protocols: ['http', 'https'] })

/** `Name: value`, several with semicolons between them. */
const HEADERS = /^[\w-]+\s*:\s*[^;\r\n]+(?:;\s*[\w-]+\s*:\s*[^;\r\n]+)*$/
export const headers = () =>
  v.pipe(
    matching(HEADERS, 'must be headers such as "X-Token: abc", with semicolons between them'),
    v.transform(
      (list): Record<string, string> =>
        Object.fromEntries(
          list.split(';').map((one) => {
            const colon = one.indexOf(':')
            return [one.slice(0, colon).trim(), one.slice(colon + 1).trim()]
          }),
        ),
    ),
  )

/** An address without a path, as browsers write it. */
export const origin = (rules: UrlRules) =>
  transformed(
    (text) => isUrl(text, rules),
    urlHint(rules),
    (text) => new URL(text).origin,
  )

export const port = () =>
  transformed(
    (text) => /^\d{1,5}$/.test(text) && Number(text) <= 65_535,
    'must be a port number from 0 to 65535',
    Number,
  )

export const count = () =>
  transformed((text) => /^[1-9]\d{0,8}$/.test(text), 'must be a whole number from 1 on', Number)

export const flag = () =>
  transformed(
    (text) => text === '0' || text === '1',
    'must be 1 or 0',
    (text) => text === '1',
  )

export const oneOf = <const T extends readonly string[]>(values: T) =>
  v.picklist(values, `must be one of ${values.join(', ')}`)

const secondsOf = (text: string): number => {
  const [, hours, minutes] = /^([01]\d|2[0-3]):([0-5]\d)$/.exec(text) ?? []
  return Number(hours) * 3600 + Number(minutes) * 60
}

/** `HH:MM` in seconds of a day, from 00:30 on: what is booked at midnight is in the database by then. */
export const timeOfDay = () =>
  transformed((text) => secondsOf(text) >= 1800, 'must be a time from 00:30 to 23:59, such as 04:00', secondsOf)
