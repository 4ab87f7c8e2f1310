import path from 'node:path'
import { SETTLEMENT_STARTS_SECONDS } from '#lib/rules/earnings.ts'
import { isPrivateKey } from './http/sm2/parameters.ts'
import { type GatewaySettings, readGateway } from './settings/gateway.ts'
import { type GoogleSettings, readGoogle, readGoogleMode } from './settings/google.ts'
import { type EvmChain, type EvmSettings, readEvm, readTreasury, readXpub } from './settings/networks.ts'
import { ConfigError, type Env, hasHost, Reader } from './settings/reader.ts'
import { readSites, type SiteSettings } from './settings/sites.ts'

export { ConfigError } from './settings/reader.ts'

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
  /** The extended public key that deposit addresses are derived from; without it, nothing is taken on these networks. */
  depositXpub: string | undefined
  /** Whether the service starts a network of its own, where nothing is worth anything, to be paid on. */
  testChain: boolean
  /** How renters of machines come in by way of this node; without it, machines need addresses of their own. */
  gateway: GatewaySettings | undefined
  /** The file with the paying wallet's private key: the operator's program reads it, the service never does. */
  payerKeyFile: string | undefined
  /** The file with the private key of the account of deposit addresses: the operator's program alone reads it, to sweep. */
  depositKeyFile: string | undefined
  /** Where the operator's program moves what was paid. */
  treasury: `0x${string}` | undefined
  /** Whether webhooks may lead to this machine: a developer tries a receiver. */
  localWebhooks: boolean
  /** The token of the Telegram bot that writes alerts. */
  telegramBotToken: string | undefined
  /** Google sign-in; undefined where no client id is set. */
  google: GoogleSettings | undefined
  /** The demo's provider has it too. */
  googleMode: GoogleSettings['mode']
  /** X and Discord, those that are set. */
  sites: SiteSettings
  /** Who is written to when money goes out faster than it should, or a payout goes wrong. */
  alarmEmail: string | undefined
}

const PRIVATE_KEY = 'must be a private key of SM2: 64 hexadecimal digits, from 1 to the order of the curve less 2'
/** An address, by itself or in angle brackets behind a name. */
const SENDER = /^(?:[^\s@<>]+@[^\s@<>]+|[^@<>\p{Cc}]*<[^\s@<>]+@[^\s@<>]+>)$/u
/** Nothing but slashes behind the host and port. */
const isOrigin = ({ href, origin }: URL): boolean => /^\/*$/.test(href.slice(origin.length))
/** Of calls, which share the site's address with what stands on it already. */
const isCallPath = (value: string): boolean =>
  /^(?:\/[a-z0-9-]+)+$/.test(value) &&
  !/^\/(?:agent|host|downloads|healthz|readyz|user|messages|operate)(?:\/|$)/.test(value)
/** Nothing is set that another chain, or another node of the service, could stand behind. */
const isBare = (read: Reader): boolean =>
  ['DATABASE_URL', 'DEPOSIT_XPUB', 'ETHEREUM_RPC_URL', 'BSC_RPC_URL'].every((name) => read.text(name) === undefined)

/** Reads every setting, or throws one ConfigError that names all that is wrong. */
export function readConfig(env: Env): Config {
  const read = new Reader(env)
  const mode = read.oneOf('NODE_ENV', ['development', 'test', 'production'], 'development')
  const production = mode === 'production'
  const port = read.port('PORT', 8080)
  const host = read.text('HOST') ?? '127.0.0.1'
  const evm = readEvm(read)
  const googleMode = readGoogleMode(read)
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
    evm,
    depositXpub: readXpub(read),
    testChain: read.flag('TEST_CHAIN', mode === 'development' && isBare(read)),
    gateway: readGateway(read, { production, test: mode === 'test', port, host }),
    payerKeyFile: read.text('PAYER_KEY_FILE'),
    depositKeyFile: read.text('DEPOSIT_KEY_FILE'),
    treasury: readTreasury(read),
    localWebhooks: read.flag('LOCAL_WEBHOOKS'),
    telegramBotToken: read.matching(
      'TELEGRAM_BOT_TOKEN',
      /^\d{5,20}:[A-Za-z0-9_-]{20,80}$/,
      'must be the token of a bot, as Telegram gave it: digits, a colon and letters',
    ),
    google: readGoogle(read, googleMode, production),
    googleMode,
    sites: readSites(read, production),
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
    if (config.testChain) read.problems.push('TEST_CHAIN never runs in production')
    if (config.localWebhooks) read.problems.push('LOCAL_WEBHOOKS never runs in production')
    if (config.limits === 'test') read.problems.push('LIMITS=test never runs in production')
  }
  if (config.testChain && config.depositXpub)
    read.problems.push('TEST_CHAIN must be 0: it has a key of its own, and DEPOSIT_XPUB is set')
  if (config.demo && !production) {
    if (config.databaseUrl) read.problems.push('DATABASE_URL must be empty: DEMO has a database of its own')
    for (const chain of Object.keys(config.evm)) read.problems.push(`${chain}_RPC_URL must be empty: DEMO pays nobody`)
    if (path.basename(path.resolve(config.dataDir)) !== 'demo')
      read.problems.push('DATA_DIR must end in /demo, as "npm run demo" sets it: DEMO has data of its own')
  }
  if (read.problems.length > 0)
    throw new ConfigError(`Settings to correct:\n${read.problems.map((p) => `  - ${p}`).join('\n')}`)
  return config
}
