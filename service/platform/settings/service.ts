import { SETTLEMENT_STARTS_SECONDS } from '#lib/rules/earnings.ts'
import { isPrivateKey } from '../http/sm2/parameters.ts'
import { type Group, setting, settingOr } from './group.ts'
import { checked, flag, hasHost, matching, oneOf, origin, port, text, timeOfDay, url } from './kinds.ts'
import { proxies } from './proxies.ts'
import { roleList, roles } from './roles.ts'

/** Nothing but slashes behind the host and port. */
const isOrigin = ({ href, origin }: URL): boolean => /^\/*$/.test(href.slice(origin.length))

/** Calls share the site's address with what stands on it already. */
const isCallPath = (path: string): boolean =>
  /^(?:\/[a-z0-9-]+)+$/.test(path) &&
  !/^\/(?:agent|host|downloads|healthz|readyz|user|messages|operate)(?:\/|$)/.test(path)

const twoDigits = (part: number): string => String(part).padStart(2, '0')
const settlementStarts = `${twoDigits(SETTLEMENT_STARTS_SECONDS / 3600)}:${twoDigits((SETTLEMENT_STARTS_SECONDS % 3600) / 60)}`

export const serverSettings = {
  NODE_ENV: settingOr(
    oneOf(['development', 'test', 'production']),
    'development',
    '`production` makes `DATABASE_URL`, `PUBLIC_ORIGIN`, `SM2_PRIVATE_KEY`, `PASSWORD_PEPPER` and `SMTP_URL` compulsory',
  ),
  HOST: settingOr(text(), '127.0.0.1', 'the address that the service listens on; `0.0.0.0` for every network'),
  PORT: settingOr(port(), '8080', 'the port that the service listens on'),
  PUBLIC_ORIGIN: setting(origin({ protocols: ['http', 'https'], isRight: isOrigin, hint: ', without a path' }), {
    about:
      "the site's own address, for links in mails and the origin check; outside production other names (`Host`) are refused",
    usual: '`http://127.0.0.1:PORT`',
  }),
  PUBLIC_API_BASE: settingOr(
    checked(isCallPath, 'must be a path such as /api, which nothing else has'),
    '/api',
    'the path of the calls; a setting of the build too',
  ),
  PUBLIC_SIGN_SALT: settingOr(
    matching(/^\S{4,64}$/, 'must be 4 to 64 characters without spaces'),
    'idleforge',
    'the salt of the signature of calls; a setting of the build too',
  ),
  TRUST_PROXY: settingOr(
    proxies(),
    '0',
    'how many balancers stand before the node, or their networks (`10.0.0.0/8, fd00::/8`): only these are believed in `X-Forwarded-For`',
  ),
  LOG_LEVEL: settingOr(
    oneOf(['silent', 'error', 'warn', 'info', 'debug']),
    'info',
    '`silent`, `error`, `warn`, `info` or `debug`',
  ),
  ROLES: settingOr(
    roleList(),
    roles.join(','),
    'the work that this node does, with commas between; a node without `api` answers only `/healthz` and `/readyz`',
  ),
  SETTLEMENT_TIME: settingOr(
    timeOfDay(),
    settlementStarts,
    'when the settlement of a UTC day begins, on the next day; from 00:30 on',
  ),
}

const databaseUrl = () =>
  url({
    protocols: ['postgres', 'postgresql'],
    isRight: ({ pathname }) => pathname.length > 1,
    hint: ' and ends with the name of the database, such as postgres://user:password@host:5432/idleforge',
  })

export const storageSettings = {
  DATABASE_URL: setting(databaseUrl(), {
    about: 'the PostgreSQL that all nodes share: `postgres://…`',
    usual: 'an embedded PostgreSQL in `DATA_DIR`',
  }),
  DATABASE_DIRECT_URL: setting(databaseUrl(), {
    about:
      'the same database without the pooler, where `DATABASE_URL` leads to PgBouncer in transaction mode: for messages between nodes, jobs and migrations',
    usual: 'none: `DATABASE_URL` leads to PostgreSQL itself',
  }),
  DATA_DIR: settingOr(
    text(),
    '.data',
    'the embedded database, keys and published packages; made readable by its owner only',
  ),
  SITE_DIR: setting(text(), { about: 'the built site', usual: '`dist`' }),
}

const PRIVATE_KEY = 'must be a private key of SM2: 64 hexadecimal digits, from 1 to the order of the curve less 2'

export const secretSettings = {
  SM2_PRIVATE_KEY: setting(checked(isPrivateKey, PRIVATE_KEY), {
    about: 'decrypts what clients send: 64 hexadecimal digits, from `operate keys`',
    usual: 'a file in `DATA_DIR`',
  }),
  SM2_PREVIOUS_KEY: setting(checked(isPrivateKey, PRIVATE_KEY), {
    about: 'a second key that also decrypts, while keys are rotated',
  }),
  PASSWORD_PEPPER: setting(matching(/^.{32,}$/, 'must have at least 32 characters'), {
    about:
      'the secret part of every password hash: 32 characters or more. Keep a copy, no password is right without it',
    usual: 'a file in `DATA_DIR`',
  }),
}

/** An address, by itself or in angle brackets behind a name. */
const SENDER = /^(?:[^\s@<>]+@[^\s@<>]+|[^@<>\p{Cc}]*<[^\s@<>]+@[^\s@<>]+>)$/u

export const messagingSettings = {
  SMTP_URL: setting(url({ protocols: ['smtp', 'smtps'], hint: ' and names a server', isRight: hasHost }), {
    about: 'the server for mail: `smtps://user:password@host`',
    usual: 'none: letters stay in the local mailbox',
  }),
  MAIL_FROM: settingOr(
    matching(SENDER, 'must be an e-mail address, such as Idleforge <no-reply@idleforge.example>'),
    'Idleforge <no-reply@idleforge.example>',
    'the sender of letters',
  ),
  MAILBOX_PORT: setting(port(), {
    about: 'the local mailbox, on the loopback address, while `SMTP_URL` is not set',
    usual: '`PORT` + 1',
  }),
  TELEGRAM_BOT_TOKEN: setting(
    matching(
      /^\d{5,20}:[A-Za-z0-9_-]{20,80}$/,
      'must be the token of a bot, as Telegram gave it: digits, a colon and letters',
    ),
    { about: 'the bot that sends alerts to Telegram; without it, this channel is not offered' },
  ),
  ALARM_EMAIL: setting(matching(/^[^\s@]+@[^\s@]+$/, 'must be an e-mail address'), {
    about: "gets an e-mail when payouts, the nightly check of all money or a node's clock go wrong",
  }),
}

export const developmentSettings = {
  DEMO: settingOr(flag(), '0', '`1` fills a database of its own with a simulation; `npm run demo` sets it'),
  LIMITS: settingOr(
    oneOf(['default', 'test']),
    'default',
    '`test` widens every budget for calls and shortens the pause between reports; refused in production',
  ),
  LOCAL_WEBHOOKS: settingOr(
    flag(),
    '0',
    '`1` lets webhooks lead to this machine, to try a receiver; refused in production',
  ),
  TEST_CHAIN: setting(flag(), {
    about: 'a local network with a test USDT without value; refused in production',
    usual: '`1` in development where no database, no key and no network is set',
  }),
}

export const server: Group = { title: 'Server', readers: 'every node', settings: serverSettings }
export const storage: Group = {
  title: 'Storage',
  readers: "every node and the operator's program",
  settings: storageSettings,
}
export const secrets: Group = {
  title: 'Secrets',
  readers: 'every node, with the same values',
  settings: secretSettings,
}
export const messaging: Group = { title: 'Mail and alerts', readers: 'every node', settings: messagingSettings }
export const development: Group = {
  title: 'Development and demo',
  readers: "a developer's machine",
  settings: developmentSettings,
}
