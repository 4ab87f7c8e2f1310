/** Settings that are wrong, in sentences that name them. */
export class ConfigError extends Error {
  override name = 'ConfigError'
}

export type Env = Record<string, string | undefined>

/** Reads settings one by one, and keeps what is wrong with them. */
export class Reader {
  readonly #env: Env
  readonly problems: string[] = []
  constructor(env: Env) {
    this.#env = env
  }

  text(name: string): string | undefined {
    const value = this.#env[name]?.trim()
    return value === '' ? undefined : value
  }

  checked(name: string, isRight: (value: string) => boolean, hint: string): string | undefined {
    const value = this.text(name)
    if (value === undefined || isRight(value)) return value
    this.problems.push(`${name} ${hint}`)
    return undefined
  }

  matching(name: string, pattern: RegExp, hint: string): string | undefined {
    return this.checked(name, (value) => pattern.test(value), hint)
  }

  url(name: string, protocols: readonly string[], isRight: (url: URL) => boolean, hint: string): string | undefined {
    const begins = (value: string) => URL.canParse(value) && protocols.some((one) => value.startsWith(`${one}://`))
    const known = protocols.map((protocol) => `${protocol}://`).join(' or ')
    return this.checked(
      name,
      (value) => begins(value) && isRight(new URL(value)),
      `must be an address that begins with ${known}${hint}`,
    )
  }

  port(name: string, fallback: number): number {
    const value = this.text(name)
    if (value === undefined) return fallback
    if (/^\d{1,5}$/.test(value) && Number(value) <= 65_535) return Number(value)
    this.problems.push(`${name} must be a port number from 0 to 65535`)
    return fallback
  }

  /** `HH:MM` from 00:30 on, as seconds of a day: what is booked at midnight is in the database by then. */
  time(name: string, fallback: number): number {
    const value = this.text(name)
    if (value === undefined) return fallback
    const [, hours, minutes] = /^([01]\d|2[0-3]):([0-5]\d)$/.exec(value) ?? []
    const seconds = Number(hours) * 3600 + Number(minutes) * 60
    if (seconds >= 1800) return seconds
    this.problems.push(`${name} must be a time from 00:30 to 23:59, such as 04:00`)
    return fallback
  }

  count(name: string, fallback: number): number {
    const value = this.text(name)
    if (value === undefined) return fallback
    if (/^[1-9]\d{0,8}$/.test(value)) return Number(value)
    this.problems.push(`${name} must be a whole number from 1 on`)
    return fallback
  }

  flag(name: string, usual = false): boolean {
    const value = this.text(name)
    if (value === undefined) return usual
    if (value === '0') return false
    if (value !== '1') this.problems.push(`${name} must be 1 or 0`)
    return value === '1'
  }

  oneOf<T extends string>(name: string, values: readonly T[], fallback: T): T {
    const value = this.text(name) ?? fallback
    const known = values.find((one) => one === value)
    if (known === undefined) this.problems.push(`${name} must be one of ${values.join(', ')}`)
    return known ?? fallback
  }

  require(name: string, reason: string): void {
    if (this.text(name) === undefined) this.problems.push(`${name} is required in production: ${reason}`)
  }
}

export const hasHost = ({ hostname }: URL): boolean => hostname !== ''
