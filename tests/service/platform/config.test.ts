import { HDKey } from '@scure/bip32'
import { expect, test } from 'vitest'
import { ConfigError, readConfig } from '#service/platform/config.ts'
import { accountKeys } from '#world/deposit-keys.ts'

const problemsOf = (env: Record<string, string>): string[] => {
  try {
    readConfig(env)
    return []
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    return error.message
      .split('\n')
      .slice(1)
      .map((line) => line.replace('  - ', ''))
  }
}

const production = {
  NODE_ENV: 'production',
  DATABASE_URL: 'postgres://db.example/idleforge',
  PUBLIC_ORIGIN: 'https://idleforge.example',
  SM2_PRIVATE_KEY: '3945208f7b2144b13f36e38ac6d39f95889393692860b51a42fb81ef4df7c5b8',
  PASSWORD_PEPPER: 'p'.repeat(32),
  SMTP_URL: 'smtps://mail.example:465',
}

test('needs no setting at all outside production, and listens on the loopback address', () => {
  expect(readConfig({})).toMatchObject({
    production: false,
    host: '127.0.0.1',
    port: 8080,
    origin: 'http://127.0.0.1:8080',
    mailboxPort: 8081,
    apiBase: '/api',
    signSalt: 'idleforge',
    limits: 'default',
    trustProxy: 0,
    demo: false,
    localWebhooks: false,
  })
})

test.each(['https://Idleforge.Example', 'https://idleforge.example:443', 'https://idleforge.example//'])(
  'knows %s as browsers write it',
  (origin) => expect(readConfig({ PUBLIC_ORIGIN: origin }).origin).toBe('https://idleforge.example'),
)

test.each([
  ['0', 0],
  ['2', 2],
  ['10.0.0.0/8, fd00::/8', ['10.0.0.0/8', 'fd00::/8']],
  ['127.0.0.1', ['127.0.0.1']],
])('believes the proxies of TRUST_PROXY=%s', (value, expected) =>
  expect(readConfig({ TRUST_PROXY: value }).trustProxy).toEqual(expected),
)

test('treats an empty setting as none, and drops spaces and a last slash', () => {
  const config = readConfig({ PORT: ' 9000 ', DATABASE_URL: '', PUBLIC_ORIGIN: 'https://idleforge.example/' })
  expect(config).toMatchObject({ port: 9000, mailboxPort: 9001, origin: 'https://idleforge.example' })
  expect(config.databaseUrl).toBeUndefined()
})

test.each([
  ['NODE_ENV', 'prod'],
  ['PORT', '65536'],
  ['PORT', '-1'],
  ['PORT', '80.5'],
  ['PORT', 'http'],
  ['MAILBOX_PORT', 'x'],
  ['DATABASE_URL', 'mysql://db/x'],
  ['DATABASE_URL', 'db'],
  ['DATABASE_URL', 'postgres://'],
  ['DATABASE_URL', 'postgres:idleforge'],
  ['DATABASE_URL', 'postgres://db.example'],
  ['PUBLIC_ORIGIN', 'ftp://idleforge.example'],
  ['PUBLIC_ORIGIN', 'idleforge.example'],
  ['PUBLIC_ORIGIN', 'https://idleforge.example/app'],
  ['PUBLIC_ORIGIN', 'https://idleforge.example/?a=1'],
  ['PUBLIC_ORIGIN', 'https://idleforge.example#'],
  ['PUBLIC_ORIGIN', 'https:idleforge.example'],
  ['PUBLIC_API_BASE', 'api'],
  ['PUBLIC_API_BASE', '/api/'],
  ['PUBLIC_API_BASE', '/'],
  ['PUBLIC_API_BASE', '//idleforge'],
  ['PUBLIC_API_BASE', '/agent'],
  ['PUBLIC_API_BASE', '/user/api'],
  ['PUBLIC_SIGN_SALT', 'abc'],
  ['PUBLIC_SIGN_SALT', 'with space'],
  ['SM2_PRIVATE_KEY', 'f'.repeat(63)],
  ['SM2_PRIVATE_KEY', 'f'.repeat(64)],
  ['SM2_PREVIOUS_KEY', '0'.repeat(64)],
  ['SM2_PREVIOUS_KEY', `${'f'.repeat(63)}g`],
  ['PASSWORD_PEPPER', 'short'],
  ['SMTP_URL', 'https://mail.example'],
  ['SMTP_URL', 'smtp://'],
  ['MAIL_FROM', 'nonsense'],
  ['MAIL_FROM', 'Idle\nforge <a@b.example>'],
  ['MAIL_FROM', 'Idleforge <nonsense>'],
  ['MAILBOX_PORT', '8080'],
  ['TRUST_PROXY', 'yes'],
  ['TRUST_PROXY', '10'],
  ['TRUST_PROXY', '10.0.0.0/33'],
  ['TRUST_PROXY', '10.0.0.0/8,'],
  ['DEMO', 'true'],
  ['LOG_LEVEL', 'verbose'],
  ['LIMITS', 'none'],
  ['SETTLEMENT_TIME', '24:00'],
  ['SETTLEMENT_TIME', '00:29'],
  ['SETTLEMENT_TIME', '4'],
  ['ETHEREUM_RPC_URL', 'wss://node.example'],
  ['ETHEREUM_CHAIN_ID', '0x1'],
  ['BSC_USDT', '0x55d398326f99059fF775485246999027B319795'],
  ['BSC_CONFIRMATIONS', '0'],
  ['BSC_RPC_HEADERS', 'X-Token'],
  ['BSC_RPC_KEY', 'two words'],
  ['POLYGON_RPC_DAILY_REQUESTS', '0'],
  ['BSC_NODEPAY', '0x12'],
  ['TRON_USDT', '0xdAC17F958D2ee523a2206206994597C13D831ec7'],
  ['TRON_USDT', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6u'],
  ['TRON_USDT', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6'],
  ['TRON_RPC_URL', 'wss://node.example'],
  ['TRON_JSONRPC_URL', 'node.example'],
  ['TRON_CHAIN_ID', '728126428'],
  ['TRON_RPC_KEY', 'two words'],
  ['SOLANA_GRASS', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'],
  ['SOLANA_USDT', `0x${'33'.repeat(20)}`],
  ['SOLANA_GENESIS_HASH', 'mainnet-beta'],
  ['SOLANA_RPC_URL', 'wss://node.example'],
  ['SOLANA_RPC_KEY', 'two words'],
  ['ALARM_EMAIL', 'alarms'],
  ['GOOGLE_MODE', 'implicit'],
  ['ROLES', 'api,worker'],
  ['ROLES', 'api,,jobs'],
  ['ROLES', ','],
])('names %s when it is %j', (name, value) => {
  const problems = problemsOf({ [name]: value })
  expect(problems).toHaveLength(1)
  expect(problems[0]).toMatch(new RegExp(`^${name} must `))
})

test('knows the public networks, and pays on those of which a node is set', () => {
  expect(readConfig({}).networks).toEqual({})
  expect(readConfig({ BSC_RPC_URL: 'https://node.example/key', BSC_CONFIRMATIONS: '20' }).networks).toMatchObject({
    BSC: {
      node: { url: 'https://node.example/key', headers: {}, key: undefined, dailyRequests: undefined },
      chainId: '56',
      tokens: [{ coin: 'USDT', contract: '0x55d398326f99059fF775485246999027B3197955' }],
      finality: { blocks: 20 },
      otherTokens: ['0x8AC76a51cc950d9822D68b83fE1Ad97B32Cd580d', '0xe9e7CEA3DedcA5984780Bafc599bD69ADd087D56'],
    },
  })
})

test('Tron is used where its node is set, and takes neither the treasury nor the deposits of other networks', () => {
  const all = { DEPOSIT_XPUB: accountKeys().xpub, TREASURY_ADDRESS: `0x${'33'.repeat(20)}`, PAYER_KEY_FILE: '/all' }
  expect(readConfig(all).networks.TRON).toBeUndefined()
  const set = { ...all, TRON_RPC_URL: 'https://node.example', TRON_RPC_KEY: 'key', TRON_RPC_HEADERS: 'X-Token: a' }
  expect(readConfig(set).networks.TRON).toEqual({
    code: 'TRON',
    node: {
      url: 'https://node.example',
      jsonRpcUrl: undefined,
      headers: { 'X-Token': 'a' },
      key: 'key',
      dailyRequests: 50_000,
    },
    chainId: '0x2b6653dc',
    finality: 'finalized',
    tokens: [{ coin: 'USDT', contract: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t' }],
    otherTokens: expect.arrayContaining(['TEkxiTehnzSmSe2XqrBj4w32RUN966rdz8']),
    ...{ depositXpub: undefined, treasury: undefined, payerKeyFile: '/all', depositKeyFile: undefined },
    depositKeySetting: 'TRON_DEPOSIT_KEY_FILE',
  })
  const account = HDKey.fromMasterSeed(new Uint8Array(32).fill(7)).derive("m/44'/195'/0'")
  const deposits = {
    TRON_DEPOSIT_XPUB: account.publicExtendedKey,
    TRON_TREASURY: 'TWa5cxQFesyCQUm17usvHrVkKce6rMCV4H',
    TRON_DEPOSIT_KEY_FILE: '/deposits',
  }
  expect(readConfig({ ...set, ...deposits }).networks.TRON).toMatchObject({
    depositXpub: account.publicExtendedKey,
    treasury: deposits.TRON_TREASURY,
    depositKeyFile: '/deposits',
  })
  expect(() => readConfig({ ...set, TRON_DEPOSIT_XPUB: account.privateExtendedKey })).toThrow('is a private key')
  expect(() => readConfig({ ...set, TRON_DEPOSIT_XPUB: account.derive('m/0').publicExtendedKey })).toThrow(
    "m/44'/195'/0'",
  )
  expect(() => readConfig({ ...set, TRON_TREASURY: `0x${'33'.repeat(20)}` })).toThrow('address of Tron')
  const own = { TRON_PAYER_KEY_FILE: '/tron', TRON_JSONRPC_URL: 'http://127.0.0.1:8545', TRON_CHAIN_ID: '0xcd8690dc' }
  expect(readConfig({ ...set, ...own }).networks.TRON).toMatchObject({
    chainId: '0xcd8690dc',
    payerKeyFile: '/tron',
    node: { jsonRpcUrl: 'http://127.0.0.1:8545' },
  })
  expect(readConfig({ TRON_RPC_URL: 'https://node.example' }).testChain).toBe(false)
  expect(problemsOf({ DEMO: '1', DATA_DIR: '.data/demo', TRON_RPC_URL: 'https://node.example' })).toEqual([
    'TRON_RPC_URL must be empty: DEMO pays nobody',
  ])
})

test('Solana is paid on where its node is set, and takes neither the treasury nor the deposits of other networks', () => {
  const all = { DEPOSIT_XPUB: accountKeys().xpub, TREASURY_ADDRESS: `0x${'33'.repeat(20)}`, PAYER_KEY_FILE: '/all' }
  expect(readConfig(all).networks.SOLANA).toBeUndefined()
  const set = { ...all, SOLANA_RPC_URL: 'https://node.example/key', SOLANA_RPC_HEADERS: 'X-Token: a' }
  expect(readConfig(set).networks.SOLANA).toEqual({
    code: 'SOLANA',
    node: { url: 'https://node.example/key', headers: { 'X-Token': 'a' }, key: undefined, dailyRequests: undefined },
    chainId: '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d',
    finality: 'finalized',
    tokens: [
      { coin: 'GRASS', contract: 'Grass7B4RdKfBCjTKgSqnXkqjwiGvQyFbuSCUJr3XXjs' },
      { coin: 'USDT', contract: 'Es9vMFrzaCERmJfrF4H2FYD4KCoNkY11McCe8BenwNYB' },
    ],
    otherTokens: ['EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'],
    ...{ depositXpub: undefined, treasury: undefined, payerKeyFile: '/all', depositKeyFile: undefined },
    depositKeySetting: 'DEPOSIT_KEY_FILE',
  })
  expect(readConfig({ ...set, SOLANA_PAYER_KEY_FILE: '/solana' }).networks.SOLANA?.payerKeyFile).toBe('/solana')
  expect(problemsOf({ DEMO: '1', DATA_DIR: '.data/demo', SOLANA_RPC_URL: 'https://node.example' })).toEqual([
    'SOLANA_RPC_URL must be empty: DEMO pays nobody',
  ])
})

test('a network has a node, tokens, a treasury and a key of its own, or those of all', () => {
  const [all, own] = [`0x${'33'.repeat(20)}`, `0x${'44'.repeat(20)}`]
  const nodes = {
    ETHEREUM_RPC_URL: 'http://e',
    BSC_RPC_URL: 'http://b',
    POLYGON_RPC_URL: 'http://p',
    ARBITRUM_RPC_URL: 'http://a',
  }
  const { networks } = readConfig({
    ...nodes,
    ...{ TREASURY_ADDRESS: all, BSC_TREASURY: own, PAYER_KEY_FILE: '/all', POLYGON_PAYER_KEY_FILE: '/polygon' },
    ...{
      BSC_NODEPAY: own,
      BSC_RPC_HEADERS: 'X-Token: a b; x-other:c',
      BSC_RPC_KEY: 'key',
      BSC_RPC_DAILY_REQUESTS: '50000',
    },
  })
  expect(networks.BSC).toMatchObject({
    node: { url: 'http://b', headers: { 'X-Token': 'a b', 'x-other': 'c' }, key: 'key', dailyRequests: 50_000 },
    tokens: [{ coin: 'USDT' }, { coin: 'NODEPAY', contract: own }],
    ...{ treasury: own, payerKeyFile: '/all', finality: 'finalized', minDepth: 15 },
  })
  expect(networks.ETHEREUM).toMatchObject({ treasury: all, payerKeyFile: '/all', finality: { blocks: 12 } })
  expect(networks.POLYGON).toMatchObject({
    chainId: '137',
    treasury: all,
    payerKeyFile: '/polygon',
    finality: 'finalized',
  })
  expect(networks.ARBITRUM).toMatchObject({
    chainId: '42161',
    finality: 'finalized',
    minDepth: 600,
    tokens: [{ coin: 'USDT' }],
  })
  expect(readConfig({ ...nodes, ARBITRUM_CONFIRMATIONS: '20' }).networks.ARBITRUM?.finality).toEqual({ blocks: 20 })
  expect(readConfig(nodes).networks.BSC).toMatchObject({ tokens: [{ coin: 'USDT' }], treasury: undefined })
})

test('renters come in behind the port of the service, and in production where it is said', () => {
  expect(readConfig({ PORT: '8080' }).gateway).toEqual({
    host: '127.0.0.1',
    firstPort: 8180,
    ports: 100,
    linePort: 8082,
    web: { pattern: 'http://*.localhost:8083', port: 8083 },
  })
  expect(readConfig({ NODE_ENV: 'test' }).gateway).toBeUndefined()
  const named = { GATEWAY_PORTS: '22100-22109', GATEWAY_HOST: 'ssh.example', GATEWAY_LINE_PORT: '22099' }
  const read = { host: 'ssh.example', firstPort: 22_100, ports: 10, linePort: 22_099 }
  expect(readConfig({ NODE_ENV: 'test', ...named }).gateway).toEqual(read)
  const web = { GATEWAY_WEB: 'https://*.rentals.example', GATEWAY_WEB_PORT: '8443' }
  expect(readConfig({ NODE_ENV: 'test', ...named, ...web }).gateway).toEqual({
    ...read,
    web: { pattern: 'https://*.rentals.example', port: 8443 },
  })
  for (const range of ['22109-22100', '0-5', '22100', '22100-70000'])
    expect(problemsOf({ GATEWAY_PORTS: range })).toEqual(['GATEWAY_PORTS must be a range of ports such as 22100-22199'])
})

test.each([
  ['https://*.rentals.example', 'https://idleforge.example', false],
  ['https://*.idleforge-rentals.net', 'https://app.idleforge.example', false],
  ['https://*.rentals.co.uk', 'https://idleforge.co.uk', false],
  ['https://*.idleforge.example', 'https://idleforge.example', true],
  ['https://*.rentals.idleforge.example', 'https://app.idleforge.example', true],
  ['http://*.localhost:8083', 'http://localhost:8080', false],
])('published ports at %s beside the site at %s are refused: %s', (GATEWAY_WEB, PUBLIC_ORIGIN, isRefused) => {
  const problem =
    'GATEWAY_WEB must be of another domain than PUBLIC_ORIGIN: pages of renters could set cookies of the site'
  expect(problemsOf({ GATEWAY_WEB, PUBLIC_ORIGIN })).toEqual(isRefused ? [problem] : [])
})

test.each(['https://rentals.example', 'https://*', 'ftp://*.rentals.example', 'https://*.rentals.example/path'])(
  'addresses of published ports have a star and no path: %s',
  (GATEWAY_WEB) =>
    expect(problemsOf({ GATEWAY_WEB })).toEqual([expect.stringMatching(/^GATEWAY_WEB must be an address/)]),
)

test('Google signs in by a code, and by a token of its own script where that is set', () => {
  const client = { GOOGLE_CLIENT_ID: 'client-of-a-test', GOOGLE_CLIENT_SECRET: 'secret-of-a-test' }
  expect(readConfig(client).google).toMatchObject({ mode: 'code' })
  const token = { ...client, GOOGLE_MODE: 'token' }
  expect(readConfig(token).google).toMatchObject({ mode: 'token', script: 'https://accounts.google.com/gsi/client' })
  expect(problemsOf({ ...token, GOOGLE_ISSUER: 'https://id.example' })).toEqual([
    "GOOGLE_ISSUER must be empty where GOOGLE_MODE is token: Google's own script knows no other",
  ])
})

test('a node does everything unless it is told, and its roles have one order', () => {
  expect([...readConfig({}).roles]).toEqual(['api', 'jobs', 'chain', 'gateway'])
  expect([...readConfig({ ROLES: ' chain, api ' }).roles]).toEqual(['api', 'chain'])
  expect(problemsOf({ DEMO: '1', DATA_DIR: '.data/demo', ROLES: 'api' })).toEqual([
    'ROLES must be empty: DEMO does all of the work on one node',
  ])
})

test('names the settings of a provider that must be set together, and its address in production', () => {
  expect(problemsOf({ X_CLIENT_ID: 'client-of-a-test' })).toEqual([
    'X_CLIENT_ID and X_CLIENT_SECRET must be set together',
  ])
  expect(problemsOf({ DISCORD_SERVER_ID: '123456789012345678' })).toEqual([
    'DISCORD_CLIENT_ID, DISCORD_CLIENT_SECRET and DISCORD_SERVER_ID must be set together',
  ])
  const local = { GOOGLE_ISSUER: 'http://127.0.0.1:1', X_ADDRESS: 'http://127.0.0.1:2' }
  expect(problemsOf(local)).toEqual([])
  expect(problemsOf({ ...production, ...local }).map((one) => one.split(' must ')[0])).toEqual([
    'GOOGLE_ISSUER',
    'X_ADDRESS',
  ])
})

test('takes a treasury by the capitals of EIP-55, and names one with a mistake once', () => {
  const treasury = '0xdAC17F958D2ee523a2206206994597C13D831ec7'
  expect(readConfig({ TREASURY_ADDRESS: treasury }).treasury).toBe(treasury)
  expect(problemsOf({ TREASURY_ADDRESS: treasury.replace('dAC', 'DAC') })).toEqual([
    'TREASURY_ADDRESS has a mistake: its capitals do not fit its digits (EIP-55)',
  ])
  expect(problemsOf({ TREASURY_ADDRESS: '0x1' })).toEqual(['TREASURY_ADDRESS must be 0x and 40 hexadecimal digits'])
})

test('the demo pays nobody', () => {
  const env = { DEMO: '1', DATA_DIR: '.data/demo', ETHEREUM_RPC_URL: 'http://127.0.0.1:8545' }
  expect(problemsOf(env)).toEqual(['ETHEREUM_RPC_URL must be empty: DEMO pays nobody'])
})

test('asks for a port of the mailbox behind the last one, where it listens', () => {
  expect(problemsOf({ PORT: '65535' })).toEqual([expect.stringMatching(/^MAILBOX_PORT must be set /)])
  expect(problemsOf({ PORT: '65535', SMTP_URL: 'smtp://mail.example' })).toEqual([])
})

test.each(['a@b.example', '<a@b.example>', 'The Forge <a@b.example>', '"Forge, The" <a@b.example>'])(
  'sends mail from %s',
  (sender) => expect(readConfig({ MAIL_FROM: sender }).mailFrom).toBe(sender),
)

test('names all that is wrong at once', () => {
  const names = problemsOf({ PORT: 'x', DEMO: '2', LIMITS: 'none' }).map((one) => one.split(' ')[0])
  expect(names).toEqual(['PORT', 'DEMO', 'LIMITS'])
})

test('never shows the value of a secret', () => {
  const secrets = {
    SM2_PRIVATE_KEY: 'secret-key',
    PASSWORD_PEPPER: 'secret-pepper',
    DATABASE_URL: 'mysql://u:secret@h',
  }
  expect(problemsOf(secrets).join('\n')).not.toContain('secret')
})

test('production takes its settings', () => {
  expect(readConfig(production)).toMatchObject({ production: true, demo: false, limits: 'default' })
})

test.each(['DATABASE_URL', 'PUBLIC_ORIGIN', 'SM2_PRIVATE_KEY', 'PASSWORD_PEPPER', 'SMTP_URL'])(
  'production requires %s and says why',
  (name) => {
    const problems = problemsOf({ ...production, [name]: ' ' })
    expect(problems).toHaveLength(1)
    expect(problems[0]).toMatch(new RegExp(`^${name} is required in production: \\w+`))
  },
)

test.each([
  ['DEMO', '1'],
  ['LIMITS', 'test'],
  ['TEST_CHAIN', '1'],
  ['LOCAL_WEBHOOKS', '1'],
])('production refuses %s=%s', (name, value) => {
  const sentence = new RegExp(`^${name}(=${value})? never runs in production$`)
  expect(problemsOf({ ...production, [name]: value })).toContainEqual(expect.stringMatching(sentence))
})
