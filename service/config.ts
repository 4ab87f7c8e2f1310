import path from 'node:path'
import { SETTLEMENT_STARTS_SECONDS } from '#lib/rules/earnings.ts'
import { isPrivateKey } from './http/sm2/parameters.ts'

/** Settings of the service: a pure function of the environment that fails by name. README lists them with their defaults. */

export interface Config {
  production: boolean
  demo: boolean
  host: string
  port: number
  /** Public address of the site, for links in mails and for the origin check. */
  origin: string
  databaseUrl: string | undefined
  dataDir: string
  /** Where the built site stands, when it was said. */
  siteDir: string | undefined
  apiBase: string
  signSalt: string
  sm2PrivateKey: string | undefined
  sm2PreviousKey: string | undefined
  passwordPepper: string | undefined
  smtpUrl: string | undefined
  mailFrom: string
  mailboxPort: number
  trustProxy: boolean
  logLevel: string
  limits: 'default' | 'test'
  /** When the settlement of a UTC day begins: seconds after 00:00 UTC of the next one. */
  settlementSeconds: number
  /** The EVM networks that payouts are signed for and followed on; without a node's address they are paid by hand. */
  evm: Readonly<Partial<Record<EvmChain, EvmSettings>>>
  /** The file with the paying wallet's private key: the operator's program reads it, the service never does. */
  payerKeyFile: string | undefined
  /** Who is written to when money goes out faster than it should, or a payout goes wrong. */
  alarmEmail: string | undefined
}

/** The networks that speak Ethereum's protocol and carry USDT. */
const evmChains = ['ETHEREUM', 'BSC'] as const
type EvmChain = (typeof evmChains)[number]
export const isEvmChain = (chain: string): chain is EvmChain => (evmChains as readonly string[]).includes(chain)

export interface EvmSettings {
  rpcUrl: string
  chainId: number
  /** The contract of USDT. */
  token: `0x${string}`
  /** Blocks until a transaction is taken for final. */
  confirmations: number
}

/** The public networks: chain ids of EIP-155, contracts as their issuers publish them. */
const mainnets: Readonly<Record<EvmChain, Omit<EvmSettings, 'rpcUrl'>>> = {
  ETHEREUM: { chainId: 1, token: '0xdAC17F958D2ee523a2206206994597C13D831ec7', confirmations: 12 },
  BSC: { chainId: 56, token: '0x55d398326f99059fF775485246999027B3197955', confirmations: 15 },
}

export class ConfigError extends Error {
  override name = 'ConfigError'
}

type Env = Record<string, string | undefined>

class Reader {
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

  flag(name: string): boolean {
    const value = this.text(name)
    if (value === undefined || value === '0') return false
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

const PRIVATE_KEY = 'must be a private key of SM2: 64 hexadecimal digits, from 1 to the order of the curve less 2'
/** An address, by itself or in angle brackets behind a name. */
const SENDER = /^(?:[^\s@<>]+@[^\s@<>]+|[^@<>\p{Cc}]*<[^\s@<>]+@[^\s@<>]+>)$/u
const hasHost = ({ hostname }: URL): boolean => hostname !== ''
/** Nothing but slashes behind the host and port. */
const isOrigin = ({ href, origin }: URL): boolean => /^\/*$/.test(href.slice(origin.length))
/** Of calls, which share the site's address with what stands on it already. */
const isCallPath = (value: string): boolean =>
  /^(?:\/[a-z0-9-]+)+$/.test(value) && !/^\/(?:agent|downloads|healthz|readyz|user|messages)(?:\/|$)/.test(value)
const CONTRACT = /^0x[0-9a-fA-F]{40}$/

function readEvm(read: Reader): Config['evm'] {
  const settings = evmChains.flatMap((chain) => {
    const rpcUrl = read.url(`${chain}_RPC_URL`, ['http', 'https'], hasHost, '')
    const usual = mainnets[chain]
    const token = read.matching(`${chain}_USDT`, CONTRACT, 'must be 0x and 40 hexadecimal digits') ?? usual.token
    const chainId = read.count(`${chain}_CHAIN_ID`, usual.chainId)
    const confirmations = read.count(`${chain}_CONFIRMATIONS`, usual.confirmations)
    if (rpcUrl === undefined) return []
    return [[chain, { rpcUrl, chainId, confirmations, token: token as EvmSettings['token'] }] as const]
  })
  return Object.fromEntries(settings)
}

/** Reads every setting, or throws one ConfigError that names all that is wrong. */
export function readConfig(env: Env): Config {
  const read = new Reader(env)
  const production = read.oneOf('NODE_ENV', ['development', 'test', 'production'], 'development') === 'production'
  const port = read.port('PORT', 8080)
  const host = read.text('HOST') ?? '127.0.0.1'
  const config: Config = {
    production,
    demo: read.flag('DEMO'),
    host,
    port,
    origin: new URL(
      read.url('PUBLIC_ORIGIN', ['http', 'https'], isOrigin, ', without a path') ?? `http://127.0.0.1:${port}`,
    ).origin,
    databaseUrl: read.url(
      'DATABASE_URL',
      ['postgres', 'postgresql'],
      ({ pathname }) => pathname.length > 1,
      ' and ends with the name of the database, such as postgres://user:password@host:5432/idleforge',
    ),
    dataDir: read.text('DATA_DIR') ?? '.data',
    siteDir: read.text('SITE_DIR'),
    apiBase:
      read.checked('PUBLIC_API_BASE', isCallPath, 'must be a path such as /api, which nothing else has') ?? '/api',
    signSalt:
      read.matching('PUBLIC_SIGN_SALT', /^\S{4,64}$/, 'must be 4 to 64 characters without spaces') ?? 'idleforge',
    sm2PrivateKey: read.checked('SM2_PRIVATE_KEY', isPrivateKey, PRIVATE_KEY),
    sm2PreviousKey: read.checked('SM2_PREVIOUS_KEY', isPrivateKey, PRIVATE_KEY),
    passwordPepper: read.matching('PASSWORD_PEPPER', /^.{32,}$/, 'must have at least 32 characters'),
    smtpUrl: read.url('SMTP_URL', ['smtp', 'smtps'], hasHost, ' and names a server'),
    mailFrom:
      read.matching('MAIL_FROM', SENDER, 'must be an e-mail address, such as Idleforge <no-reply@idleforge.example>') ??
      'Idleforge <no-reply@idleforge.example>',
    mailboxPort: read.port('MAILBOX_PORT', port === 0 ? 0 : port + 1),
    trustProxy: read.flag('TRUST_PROXY'),
    logLevel: read.oneOf('LOG_LEVEL', ['silent', 'error', 'warn', 'info', 'debug'], 'info'),
    limits: read.oneOf('LIMITS', ['default', 'test'], 'default'),
    settlementSeconds: read.time('SETTLEMENT_TIME', SETTLEMENT_STARTS_SECONDS),
    evm: readEvm(read),
    payerKeyFile: read.text('PAYER_KEY_FILE'),
    alarmEmail: read.matching('ALARM_EMAIL', /^[^\s@]+@[^\s@]+$/, 'must be an e-mail address'),
  }
  // Without a server for mail the local mailbox listens too.
  if (!production && config.smtpUrl === undefined && port > 0) {
    if (config.mailboxPort === port) read.problems.push('MAILBOX_PORT must be another port than PORT')
    if (config.mailboxPort > 65_535) read.problems.push('MAILBOX_PORT must be set where PORT is the last one there is')
  }
  if (production) {
    read.require('DATABASE_URL', 'several nodes share one PostgreSQL')
    read.require('PUBLIC_ORIGIN', 'links in mails and the origin check need it')
    read.require('SM2_PRIVATE_KEY', 'every node must open the same envelopes')
    read.require('PASSWORD_PEPPER', 'every node must check the same passwords')
    read.require('SMTP_URL', 'codes must reach their readers')
    if (config.demo) read.problems.push('DEMO never runs in production')
    if (config.limits === 'test') read.problems.push('LIMITS=test never runs in production')
  }
  if (config.demo && !production) {
    if (config.databaseUrl) read.problems.push('DATABASE_URL must be empty: DEMO has a database of its own')
    for (const chain of Object.keys(config.evm)) read.problems.push(`${chain}_RPC_URL must be empty: DEMO pays nobody`)
    if (path.basename(path.resolve(config.dataDir)) !== 'demo')
      read.problems.push('DATA_DIR must end in /demo, as "npm run demo" sets it: DEMO has data of its own')
  }
  if (read.problems.length > 0)
    throw new ConfigError(`Settings to mend:\n${read.problems.map((p) => `  - ${p}`).join('\n')}`)
  return config
}
