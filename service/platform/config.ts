import * as v from 'valibot'
import { Settings, type Values } from './settings/catalogue.ts'
import { ConfigError } from './settings/config-error.ts'
import { toGateway } from './settings/gateway.ts'
import { toGoogle } from './settings/google.ts'
import { settableNetworks, toNetworks } from './settings/networks.ts'
import { rules } from './settings/rules.ts'
import { toSiteSettings } from './settings/sites.ts'

export { ConfigError } from './settings/config-error.ts'

/** No setting points to another chain or to another node of the service. */
const isBare = (values: Values): boolean =>
  [values.DATABASE_URL, values.DEPOSIT_XPUB, ...settableNetworks.map((code) => values[`${code}_RPC_URL`])].every(
    (value) => value === undefined,
  )

const toConfig = (values: Values) => ({
  production: values.NODE_ENV === 'production',
  demo: values.DEMO,
  roles: values.ROLES,
  host: values.HOST,
  port: values.PORT,
  /** Public address of the site, for links in mails and for the origin check. */
  origin: values.PUBLIC_ORIGIN ?? new URL(`http://127.0.0.1:${values.PORT}`).origin,
  databaseUrl: values.DATABASE_URL,
  /** The same database without a pooler; undefined where `databaseUrl` leads to the server itself. */
  databaseDirectUrl: values.DATABASE_DIRECT_URL,
  dataDir: values.DATA_DIR,
  /** Folder of the built site; undefined where none is set. The folder may be missing. */
  siteDir: values.SITE_DIR,
  apiBase: values.PUBLIC_API_BASE,
  signSalt: values.PUBLIC_SIGN_SALT,
  sm2PrivateKey: values.SM2_PRIVATE_KEY,
  sm2PreviousKey: values.SM2_PREVIOUS_KEY,
  passwordPepper: values.PASSWORD_PEPPER,
  smtpUrl: values.SMTP_URL,
  mailFrom: values.MAIL_FROM,
  mailboxPort: values.MAILBOX_PORT ?? (values.PORT === 0 ? 0 : values.PORT + 1),
  /** The proxies that are believed in `X-Forwarded-For`. */
  trustProxy: values.TRUST_PROXY,
  logLevel: values.LOG_LEVEL,
  limits: values.LIMITS,
  /** When the settlement of a UTC day begins: seconds after 00:00 UTC of the next one. */
  settlementSeconds: values.SETTLEMENT_TIME,
  /** The networks that payouts are signed for and followed on; without a node's address they are paid by hand. */
  networks: toNetworks(values),
  /** Where payments are moved, unless a network has a treasury of its own. */
  treasury: values.TREASURY_ADDRESS,
  /** The extended public key that deposit addresses are derived from; without it, nothing is taken on these networks. */
  depositXpub: values.DEPOSIT_XPUB,
  /** Starts a local network with a USDT that is worth nothing. */
  testChain: values.TEST_CHAIN ?? (values.NODE_ENV === 'development' && isBare(values)),
  /** How renters reach machines through this node; without it, machines need addresses of their own. */
  gateway: toGateway(values),
  /** Webhooks may lead to this machine, so that a developer can try a receiver. */
  localWebhooks: values.LOCAL_WEBHOOKS,
  telegramBotToken: values.TELEGRAM_BOT_TOKEN,
  /** Google sign-in; undefined where no client id is set. */
  google: toGoogle(values),
  /** The demo's provider has it too. */
  googleMode: values.GOOGLE_MODE,
  /** X and Discord, those that are set. */
  sites: toSiteSettings(values),
  /** Gets a mail when money goes out faster than it should, or a payout goes wrong. */
  alarmEmail: values.ALARM_EMAIL,
})

const Checked = v.pipe(Settings, ...rules)
const ConfigSchema = v.pipe(Checked, v.transform(toConfig))

/** Settings of the service: a pure function of the environment, by one schema (docs/guides/settings.md, ADR-060). */
export type Config = v.InferOutput<typeof ConfigSchema>

/** Variables that are empty are left out, and spaces around a value are dropped. */
const withoutEmpty = (env: Readonly<Record<string, string | undefined>>): Record<string, string> =>
  Object.fromEntries(
    Object.keys(Settings.entries).flatMap((name) => {
      const value = env[name]?.trim()
      return value ? [[name, value]] : []
    }),
  )

/** Reads every setting, or throws one ConfigError that names all that is wrong. */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const { success, output, issues } = v.safeParse(ConfigSchema, withoutEmpty(env))
  if (success) return output
  const problems = issues.map(({ path, message }) => (path ? `${path[0].key} ${message}` : message))
  throw new ConfigError(`Settings to correct:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`)
}
