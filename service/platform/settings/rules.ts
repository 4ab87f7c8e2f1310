import path from 'node:path'
import * as v from 'valibot'
import type { Values } from './catalogue.ts'
import { isUsualIssuer } from './google.ts'
import { LOCAL_HTTP } from './kinds.ts'
import { settableNetworks } from './networks.ts'
import { roles } from './roles.ts'

type Name = keyof Values

/** A rule about several settings; it is checked when each of them is valid by itself. */
const rule = <const Names extends readonly Name[]>(
  names: Names,
  isBroken: (values: Pick<Values, Names[number]>) => boolean,
  sentence: string,
) =>
  v.rawCheck<Values>(({ dataset, addIssue }) => {
    const isWrong = (name: Name) => dataset.issues?.some(({ path }) => path?.[0].key === name)
    if (names.some(isWrong)) return
    if (isBroken(dataset.value as Values)) addIssue({ message: sentence })
  })

const isProduction = ({ NODE_ENV }: Pick<Values, 'NODE_ENV'>): boolean => NODE_ENV === 'production'

const required = (name: Name, reason: string) =>
  rule(
    [name, 'NODE_ENV'],
    (values) => isProduction(values) && values[name] === undefined,
    `${name} is required in production: ${reason}`,
  )

const refused = (name: 'DEMO' | 'TEST_CHAIN' | 'LOCAL_WEBHOOKS') =>
  rule(
    [name, 'NODE_ENV'],
    (values) => isProduction(values) && values[name] === true,
    `${name} never runs in production`,
  )

const httpsInProduction = (name: 'GOOGLE_ISSUER' | 'X_ADDRESS' | 'DISCORD_ADDRESS') =>
  rule(
    [name, 'NODE_ENV'],
    (values) => isProduction(values) && values[name]?.startsWith('http:') === true,
    `${name} must be an address that begins with https://${LOCAL_HTTP}`,
  )

/** All of them are set, or none. */
const together = (...names: readonly Name[]) => {
  const list = `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
  return rule(
    names,
    (values) => new Set(names.map((name) => values[name] === undefined)).size > 1,
    `${list} must be set together`,
  )
}

const emptyInDemo = (name: Name, reason: string) =>
  rule(
    [name, 'DEMO', 'NODE_ENV'],
    (values) => values.DEMO && !isProduction(values) && values[name] !== undefined,
    `${name} must be empty: ${reason}`,
  )

/** Without a server for mail the local mailbox listens too. */
const hasMailbox = (values: Pick<Values, 'NODE_ENV' | 'SMTP_URL' | 'PORT'>): boolean =>
  !isProduction(values) && values.SMTP_URL === undefined && values.PORT > 0
const mailbox = ['NODE_ENV', 'SMTP_URL', 'PORT', 'MAILBOX_PORT'] as const

/** Public suffixes of two labels, such as co.uk: domains below them belong to different owners. */
const PUBLIC_SUFFIX = /^(?:ac|co|com|edu|gov|net|org)\.[a-z]{2}$/

/** Whether pages of published ports and the site are under one domain, for which either may set cookies. */
function isNear(site: string | undefined, web: string | undefined): boolean {
  if (site === undefined || web === undefined) return false
  const [ofSite, ofWeb] = [new URL(site).hostname, new URL(web.replace('*', 'name')).hostname]
  const parent = (name: string) => name.split('.').slice(-2).join('.')
  return ofSite.includes('.') && parent(ofSite) === parent(ofWeb) && !PUBLIC_SUFFIX.test(parent(ofSite))
}

export const rules = [
  together('GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET'),
  rule(
    ['GOOGLE_MODE', 'GOOGLE_ISSUER'],
    (values) => values.GOOGLE_MODE === 'token' && !isUsualIssuer(values),
    "GOOGLE_ISSUER must be empty where GOOGLE_MODE is token: Google's own script knows no other",
  ),
  together('X_CLIENT_ID', 'X_CLIENT_SECRET'),
  together('DISCORD_CLIENT_ID', 'DISCORD_CLIENT_SECRET', 'DISCORD_SERVER_ID'),
  httpsInProduction('GOOGLE_ISSUER'),
  httpsInProduction('X_ADDRESS'),
  httpsInProduction('DISCORD_ADDRESS'),
  rule(
    ['NODE_ENV', 'GATEWAY_PORTS', 'GATEWAY_HOST'],
    (values) => isProduction(values) && values.GATEWAY_PORTS !== undefined && values.GATEWAY_HOST === undefined,
    'GATEWAY_HOST is required with GATEWAY_PORTS: renters and hosts reach this node by it',
  ),
  rule(
    ['NODE_ENV', 'ROLES', 'GATEWAY_PORTS'],
    (values) =>
      isProduction(values) &&
      values.ROLES.has('gateway') &&
      values.ROLES.size < roles.length &&
      values.GATEWAY_PORTS === undefined,
    'GATEWAY_PORTS is required where ROLES names gateway: without ports this node would do nothing for renters',
  ),
  rule(
    ['NODE_ENV', 'GATEWAY_WEB'],
    (values) => isProduction(values) && values.GATEWAY_WEB?.startsWith('http:') === true,
    'GATEWAY_WEB must begin with https:// in production',
  ),
  rule(
    ['PUBLIC_ORIGIN', 'GATEWAY_WEB'],
    ({ PUBLIC_ORIGIN, GATEWAY_WEB }) => isNear(PUBLIC_ORIGIN, GATEWAY_WEB),
    'GATEWAY_WEB must be of another domain than PUBLIC_ORIGIN: pages of renters could set cookies of the site',
  ),
  rule(
    mailbox,
    (values) => hasMailbox(values) && values.MAILBOX_PORT === values.PORT,
    'MAILBOX_PORT must be another port than PORT',
  ),
  rule(
    mailbox,
    (values) => hasMailbox(values) && values.MAILBOX_PORT === undefined && values.PORT === 65_535,
    'MAILBOX_PORT must be set where PORT is the last one there is',
  ),
  required('DATABASE_URL', 'several nodes share one PostgreSQL'),
  required('PUBLIC_ORIGIN', 'links in mails and the origin check need it'),
  required('SM2_PRIVATE_KEY', 'every node must open the same envelopes'),
  required('PASSWORD_PEPPER', 'every node must check the same passwords'),
  required('SMTP_URL', 'codes must reach their readers'),
  refused('DEMO'),
  refused('TEST_CHAIN'),
  refused('LOCAL_WEBHOOKS'),
  rule(
    ['LIMITS', 'NODE_ENV'],
    (values) => isProduction(values) && values.LIMITS === 'test',
    'LIMITS=test never runs in production',
  ),
  rule(
    ['TEST_CHAIN', 'DEPOSIT_XPUB'],
    ({ TEST_CHAIN, DEPOSIT_XPUB }) => TEST_CHAIN === true && DEPOSIT_XPUB !== undefined,
    'TEST_CHAIN must be 0: it has a key of its own, and DEPOSIT_XPUB is set',
  ),
  rule(
    ['DATABASE_URL', 'DATABASE_DIRECT_URL'],
    (values) => values.DATABASE_DIRECT_URL !== undefined && values.DATABASE_URL === undefined,
    'DATABASE_URL is required where DATABASE_DIRECT_URL is set: it leads to the same database through PgBouncer',
  ),
  emptyInDemo('DATABASE_URL', 'DEMO has a database of its own'),
  ...settableNetworks.map((code) => emptyInDemo(`${code}_RPC_URL`, 'DEMO pays nobody')),
  rule(
    ['ROLES', 'DEMO'],
    (values) => values.DEMO && values.ROLES.size < roles.length,
    'ROLES must be empty: DEMO does all of the work on one node',
  ),
  rule(
    ['DATA_DIR', 'DEMO', 'NODE_ENV'],
    (values) => values.DEMO && !isProduction(values) && path.basename(path.resolve(values.DATA_DIR)) !== 'demo',
    'DATA_DIR must end in /demo, as "npm run demo" sets it: DEMO has data of its own',
  ),
]
