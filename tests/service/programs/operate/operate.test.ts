import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { startEmbedded } from '#service/platform/db/embedded/start.ts'
import { openDatabase } from '#service/platform/db/open.ts'
import { operate, type Surroundings } from '#service/programs/operate/program.ts'
import { lendDatabase } from '#world/database-pool.ts'

const NOW = Date.UTC(2026, 10, 20, 18, 47)
let folder = ''
let databaseUrl = ''

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'operate-'))
  chmodSync(folder, 0o755)
  const database = await lendDatabase()
  databaseUrl = database.url
  await withDatabase(async () => undefined)
  return async () => {
    await database.drop()
    rmSync(folder, { recursive: true })
  }
})

interface Ran {
  code: number
  out: string
  err: string
  questions: string[]
}

async function run(line: string | string[], parts: Partial<Surroundings> & { answer?: boolean } = {}): Promise<Ran> {
  const ran: Ran = { code: -1, out: '', err: '', questions: [] }
  const { answer, ...rest } = parts
  const ask = async (question: string) => {
    ran.questions.push(question)
    return answer === true
  }
  ran.code = await operate(typeof line === 'string' ? line.split(' ').filter(Boolean) : line, {
    env: { DATABASE_URL: databaseUrl, DATA_DIR: join(folder, 'data'), LOG_LEVEL: 'silent' },
    cwd: folder,
    operator: 'ada@desk',
    out: (text) => {
      ran.out += text
    },
    err: (text) => {
      ran.err += text
    },
    columns: undefined,
    colour: false,
    ask: answer === undefined ? undefined : ask,
    now: () => NOW,
    ...rest,
  })
  return ran
}

const json = async (line: string) => JSON.parse((await run(`${line} --json`)).out)
const auditRows = () => json('audit')

async function withDatabase<T>(work: (db: Awaited<ReturnType<typeof openDatabase>>['db']) => Promise<T>): Promise<T> {
  const { db, close } = await openDatabase(databaseUrl, () => undefined)
  try {
    return await work(db)
  } finally {
    await close()
  }
}

function addUser(username: string, name = 'Ada') {
  return withDatabase((db) =>
    db
      .insertInto('users')
      .values({
        id: username.replace(/\W/g, ''),
        username,
        name,
        password_hash: '',
        payment_password_hash: null,
        invite_code: username.slice(0, 8).toUpperCase(),
        inviter_id: null,
        withdrawals_locked_until: null,
        created_at: new Date(NOW),
      })
      .execute(),
  )
}

const publish = (version: string, more = '') =>
  run(`publish-version --platform android --version ${version} --file app.apk --yes ${more}`)

describe('keys', () => {
  const unreachable = { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' }

  test('makes a pair without a database, and tells its public half again', async () => {
    const made = await run('keys --json', { env: unreachable })
    const { privateKey, publicKey } = JSON.parse(made.out)
    const result = await run('keys --public', { env: { ...unreachable, SM2_PRIVATE_KEY: privateKey } })
    expect(result).toMatchObject({ code: 0, out: expect.stringContaining(publicKey) })
    expect(result.out).not.toContain(privateKey)
  })

  test('says what is wrong where there is no key', async () => {
    expect(await run('keys --public', { env: { SM2_PRIVATE_KEY: '12' } })).toMatchObject({
      code: 2,
      err: expect.stringContaining('SM2_PRIVATE_KEY is not set to a private key'),
    })
  })
})

describe('publish-version', () => {
  const published = () => join(folder, 'data', 'downloads')
  beforeEach(() => writeFileSync(join(folder, 'app.apk'), 'a package'))

  test('copies the file, takes its hash and tells the audit', async () => {
    const { code, out } = await publish('1.2.3', '--operator grace')
    expect(code).toBe(0)
    expect(out).toContain('/downloads/idleforge-android-1.2.3.apk')
    const sha256 = createHash('sha256').update('a package').digest('hex')
    expect(await json('list-versions')).toMatchObject([
      { platform: 'android', version: '1.2.3', size: 9, sha256, url: '/downloads/idleforge-android-1.2.3.apk' },
    ])
    expect(readdirSync(published())).toEqual(['idleforge-android-1.2.3.apk'])
    expect(readFileSync(join(published(), 'idleforge-android-1.2.3.apk'), 'utf8')).toBe('a package')
    expect(await auditRows()).toMatchObject([
      {
        at: new Date(NOW).toISOString(),
        operator: 'grace',
        act: 'publish-version',
        detail: expect.stringContaining(sha256),
      },
    ])
  })

  test('refuses a version that does not rise, for each platform of its own', async () => {
    await publish('1.9.0')
    for (const version of ['1.9.0', '1.8.9', '0.10.0']) {
      const { code, err } = await publish(version)
      expect(code).toBe(3)
      expect(err).toContain('not higher than 1.9.0')
    }
    expect((await publish('1.10.0')).code).toBe(0)
    writeFileSync(join(folder, 'miner.exe'), 'MZ')
    expect((await run('publish-version --platform windows --version 0.1.0 --file miner.exe --yes')).code).toBe(0)
    expect(readdirSync(published())).toHaveLength(3)
    expect(await auditRows()).toHaveLength(3)
  })

  test('asks first, and leaves nothing behind after a no', async () => {
    const no = await run('publish-version --platform android --version 1.0.0 --file app.apk', { answer: false })
    expect(no).toMatchObject({ code: 4, questions: ['Publish app.apk (0.0 MB) as android 1.0.0?'] })
    expect(readdirSync(published())).toEqual([])
    expect(await json('list-versions')).toEqual([])
    expect(await auditRows()).toEqual([])
    const nobody = await run('publish-version --platform android --version 1.0.0 --file app.apk')
    expect(nobody).toMatchObject({ code: 4, err: expect.stringContaining('--yes') })
    const yes = await run('publish-version --platform android --version 1.0.0 --file app.apk', { answer: true })
    expect(yes.code).toBe(0)
  })

  test('keeps the notes in both languages', async () => {
    const args = ['publish-version', '--platform', 'android', '--version', '1.0.0', '--file', 'app.apk', '--yes']
    expect((await run([...args, '--notes', 'Faster start'])).code).toBe(2)
    expect((await run([...args, '--notes', 'Faster start', '--notes-zh', '启动更快'])).code).toBe(0)
    expect(await json('list-versions')).toMatchObject([{ notes: 'Faster start', notesZh: '启动更快' }])
  })

  test.each([
    ['--platform solaris --version 1.0.0 --file app.apk', 2, 'windows, linux, mac, android'],
    ['--platform linux --version 1.0.0 --file app.apk', 2, '.deb, .tar.gz'],
    ['--platform android --version 1.0 --file app.apk', 2, 'three numbers'],
    ['--platform android --version 1.0.0-beta --file app.apk', 2, 'three numbers'],
    ['--platform windows --version 1.0.0 --file app.apk', 2, '.exe, .msi, .zip'],
    ['--platform android --version 1.0.0', 2, '--file PATH'],
    ['--platform android --version 1.0.0 --file none.apk', 3, 'There is no file'],
    ['--platform android --version 1.0.0 --file folder.apk', 3, 'not a file'],
    ['--platform android --version 1.0.0 --file empty.apk', 3, 'is empty'],
    ['--platform android --version 1.0.0 --file app.apk --colour', 2, '--colour'],
    ['--platform android --version 1.0.0 --file app.apk again', 2, '"again"'],
  ])('refuses %s', async (options, code, sentence) => {
    mkdirSync(join(folder, 'folder.apk'))
    writeFileSync(join(folder, 'empty.apk'), '')
    const ran = await run(`publish-version ${options} --yes`)
    expect(ran.code).toBe(code)
    expect(ran.err).toContain(sentence)
    expect(await json('list-versions')).toEqual([])
  })
})

describe('projects', () => {
  test('lists projects with their share of the turns', async () => {
    const { out } = await run('projects')
    expect(out.split('\n').map((line) => line.split(/ {2,}/))).toEqual([
      ['Project', 'Coin', 'Weight', 'Turns', 'State'],
      ['aleo', 'ALEO', '2', '50.0 %', 'on'],
      ['grass', 'GRASS', '1', '25.0 %', 'on'],
      ['nodepay', 'NODEPAY', '1', '25.0 %', 'on'],
      [''],
    ])
  })

  test('changes weight and state, and tells the audit', async () => {
    expect((await run('projects grass --weight 5 --off', { answer: true })).questions).toEqual([
      'Set grass to weight 5, off?',
    ])
    expect(await json('projects')).toContainEqual({ project: 'grass', coin: 'GRASS', weight: 5, active: false })
    await run('projects grass --on --yes')
    expect(await json('projects')).toContainEqual({ project: 'grass', coin: 'GRASS', weight: 5, active: true })
    expect((await auditRows()).map(({ detail }: { detail: string }) => detail)).toEqual(
      expect.arrayContaining(['grass: weight 5, off', 'grass: on']),
    )
  })

  test('never switches the last one off', async () => {
    await run('projects grass --off --yes')
    await run('projects nodepay --off --yes')
    const last = await run('projects aleo --off --yes')
    expect(last).toMatchObject({ code: 3, err: expect.stringContaining('last active project') })
    expect(await json('projects')).toContainEqual(expect.objectContaining({ project: 'aleo', active: true }))
    expect(await auditRows()).toHaveLength(2)
  })

  test.each([
    ['projects --weight 3', 2],
    ['projects aleo', 2],
    ['projects aleo --on --off', 2],
    ['projects aleo --weight 0 --yes', 2],
    ['projects aleo --weight 1.5 --yes', 2],
    ['projects bitcoin --off --yes', 3],
  ])('refuses %s', async (line, code) => {
    expect((await run(line)).code).toBe(code)
    expect(await auditRows()).toEqual([])
  })
})

describe('users and devices', () => {
  test('shows accounts, finds them, and notes who looked', async () => {
    await addUser('ada@example.org', 'Ada')
    await addUser('grace@example.org', 'Grace %_')
    expect(await json('users')).toHaveLength(2)
    expect(await json('users --search GRACE')).toMatchObject([{ email: 'grace@example.org', devices: 0, online: 0 }])
    expect(await json('users --search %_')).toHaveLength(1)
    // Accounts that are older than the record of versions.
    expect(await json('users --search GRACE')).toMatchObject([{ termsVersion: null, privacyVersion: null }])
    await withDatabase((db) =>
      db.updateTable('users').set({ terms_version: '2026-11-22' }).where('name', '=', 'Ada').execute(),
    )
    expect(await json('users --search ada@')).toMatchObject([{ termsVersion: '2026-11-22', privacyVersion: null }])
    expect((await run('users --search ada@')).out).toMatch(/2026-11-22 +unknown/)
    await withDatabase(async (db) => {
      const { id: user_id } = await db
        .selectFrom('users')
        .select('id')
        .where('name', '=', 'Ada')
        .executeTakeFirstOrThrow()
      const later = { user_id, version: '2026-11-25', at: new Date(NOW) }
      const rows = (['terms', 'privacy'] as const).map((legal) => ({ ...later, legal }))
      await db.insertInto('legal_acceptances').values(rows).execute()
    })
    expect(await json('users --search ada@')).toMatchObject([
      { termsVersion: '2026-11-25', privacyVersion: '2026-11-25' },
    ])
    expect(await json('users --limit 1')).toHaveLength(1)
    const all = await json('users')
    const seen = []
    let key: string | undefined
    do {
      const { out, err } = await run(['users', '--json', '--limit', '1', ...(key ? ['--after', key] : [])])
      seen.push(...JSON.parse(out))
      key = /--after (\S+)/.exec(err)?.[1]
      const before = /--before (\S+)/.exec(err)?.[1]
      if (before) expect(await json(`users --limit 1 --before ${before}`)).toEqual([all[seen.length - 2]])
    } while (key)
    expect(seen).toEqual(all)
    expect((await run(['users', '--after', 'x'])).code).toBe(2)
    expect((await run(['users', '--limit='])).code).toBe(2)
    expect(await auditRows()).toContainEqual(
      expect.objectContaining({ operator: 'ada@desk', act: 'users', detail: '1 accounts with "GRACE"' }),
    )
  })

  test('shows the devices of one account', async () => {
    await addUser('ada@example.org')
    expect(await run('devices --user ADA@example.org')).toMatchObject({
      code: 0,
      out: 'ada@example.org has no device.\n',
    })
    expect(await run('devices --user nobody@example.org')).toMatchObject({ code: 3 })
    expect(await run('devices')).toMatchObject({ code: 2, err: expect.stringContaining('--user EMAIL') })
    expect(await auditRows()).toMatchObject([{ act: 'devices', detail: 'ada@example.org' }])
  })

  test('lets no name steer the terminal', async () => {
    await addUser('ada@example.org', '\u001b[31mAda\u001b[2J\u0007\n')
    const { out } = await run('users')
    expect(out).toContain('Ada')
    expect(out.replaceAll('\n', '')).not.toMatch(/\p{Cc}/u)
  })
})

describe('help and failure', () => {
  test('explains itself as a whole and command by command, without a database', async () => {
    const env = { DATABASE_URL: 'postgres://127.0.0.1:1/none' }
    const all = await run('--help', { env })
    expect(all.code).toBe(0)
    const names = ['publish-version', 'list-versions', 'projects', 'users', 'devices', 'audit']
    for (const name of names) {
      expect(all.out).toContain(`  ${name} `)
      const one = await run(`${name} --help`, { env })
      expect(one.code).toBe(0)
      expect(one.out).toContain(`npm run operate -- ${name}`)
      expect(one.out).toContain('--json')
    }
  })

  test('names the commands when a wrong one is given', async () => {
    expect(await run('publish')).toMatchObject({ code: 2, err: expect.stringContaining('publish-version') })
    expect((await run('')).code).toBe(2)
  })

  test('says that the database is out of reach', async () => {
    const ran = await run('projects', { env: { DATABASE_URL: 'postgres://127.0.0.1:1/none' } })
    expect(ran).toMatchObject({ code: 5, err: expect.stringContaining("can't be reached") })
  })

  test.each([
    ['drop table kysely_migration', 'no tables of the service'],
    ["delete from kysely_migration where name > '005'", 'older version'],
    ["insert into kysely_migration values ('999-later', '2026-01-01')", 'newer version'],
  ])('leaves a database alone after %s', async (change, sentence) => {
    await withDatabase((db) => sql.raw(change).execute(db))
    const ran = await run('verify-money')
    expect(ran).toMatchObject({ code: 3, out: '', err: expect.stringContaining(sentence) })
    expect(ran.err).toContain(new URL(databaseUrl).pathname.slice(1))
    expect(ran.err).not.toContain(new URL(databaseUrl).password || 'no password')
  })

  test('names settings that are wrong', async () => {
    const ran = await run('projects', { env: { DATABASE_URL: 'mysql://x' } })
    expect(ran).toMatchObject({ code: 2, err: expect.stringContaining('DATABASE_URL') })
  })
})

describe('the embedded database', () => {
  test('is reached beside a service that runs on it, and started when none does', async () => {
    const data = join(folder, 'embedded')
    const env = { DATA_DIR: data, LOG_LEVEL: 'silent' }
    expect(await run('projects', { env })).toMatchObject({
      code: 3,
      err: expect.stringContaining('There is no database'),
    })
    expect(existsSync(data)).toBe(false)
    const demo = join(data, 'demo')
    mkdirSync(demo, { recursive: true })
    expect(await run('projects', { env })).toMatchObject({ code: 3, err: expect.stringContaining(demo) })
    const service = await startEmbedded({ folder: join(data, 'postgres'), database: 'idleforge', fast: true })
    expect(await run('projects', { env })).toMatchObject({ code: 3, err: expect.stringContaining('no tables') })
    await (await openDatabase(service.url, () => undefined)).close()
    expect(await run('projects grass --off --yes', { env })).toMatchObject({ code: 0 })
    await service.stop()
    const main = fileURLToPath(new URL('../../../../service/programs/operate/operate.mjs', import.meta.url))
    const later = spawnSync(process.execPath, [main, 'projects', '--json'], {
      env: { ...process.env, ...env, DATABASE_URL: '' },
      encoding: 'utf8',
      cwd: folder,
    })
    expect(later).toMatchObject({ status: 0, stderr: '' })
    expect(JSON.parse(later.stdout)).toContainEqual(expect.objectContaining({ project: 'grass', active: false }))
    // It has stopped the server that it started.
    expect(existsSync(join(service.folder, 'pg18', 'postmaster.pid'))).toBe(false)
  })
})
