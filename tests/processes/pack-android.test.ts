import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { lastVersion } from '#lib/contract/versions.ts'
import { operatorSettings } from '#world/operator.ts'
import { createWorld, type World } from '#world/world.ts'
import { publishPacked } from '../../scripts/lib/packages.mjs'
import { root } from '../../scripts/lib/setup.mjs'
import { buildDex } from '../../scripts/pack/android/code.mjs'
import { toVersionCode } from '../../scripts/pack/android/identity.mjs'
import { createPhone } from './android/phone.ts'

const SITE = 'https://mine.example'
const project = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }

let folder = ''
let packed = ''
let apk = ''

const output = (command: string, ...args: string[]) => execFileSync(command, args, { encoding: 'utf8', stdio: 'pipe' })

/** Packs into a folder of that name, and returns the app's file. */
function pack(name: string, env: Record<string, string> = {}): string {
  const args = ['scripts/pack.mjs', 'android', '--output', join(folder, name)]
  const settings = { PACK_ANDROID_KEYSTORE: '', PUBLIC_SITE: SITE, ...env }
  execFileSync(process.execPath, args, { cwd: root, env: { ...process.env, ...settings }, stdio: 'pipe' })
  return join(folder, name, 'app.apk')
}

const factsOf = (file: string) => JSON.parse(readFileSync(`${file}.facts.json`, 'utf8'))
const tree = (file: string, part: string) => output('aapt', 'dump', 'xmltree', file, part)

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'packed-'))
  apk = pack('packed')
  packed = join(folder, 'packed')
})
afterAll(() => rmSync(folder, { recursive: true }))

describe('the files', () => {
  test('the manifest has the version of the project, one permission and no backup', () => {
    const badging = output('aapt', 'dump', 'badging', apk)
    expect(badging).toContain(
      `package: name='example.idleforge.app' versionCode='${toVersionCode(project.version)}' versionName='${project.version}'`,
    )
    expect(badging).toContain("sdkVersion:'24'\ntargetSdkVersion:'29'\n")
    expect(badging.match(/^uses-permission.*$/gm)).toEqual(["uses-permission: name='android.permission.INTERNET'"])
    expect(badging).toContain("application-label:'Idleforge'")
    expect(badging).toContain("launchable-activity: name='dev.idleforge.app.Main'")
    const manifest = tree(apk, 'AndroidManifest.xml')
    expect(manifest).toMatch(/allowBackup\(0x01010280\)=\(type 0x12\)0x0/)
    expect(manifest).not.toMatch(/debuggable|usesCleartextTraffic/)
    expect(manifest.match(/E: (?:activity|service|receiver|provider)\b/g)).toEqual(['E: activity'])
  })

  test('texts are in both languages, and the icon is in five sizes and in layers', () => {
    const resources = output('aapt', 'dump', '--values', 'resources', apk)
    const texts = [...resources.matchAll(/string\/offline_again: .*\n.*"(.*)"/g)].map(([, text]) => text)
    expect(texts).toEqual(['Try again', '重试'])
    const sizes = output('aapt', 'list', apk).match(/res\/mipmap-\S+/g)
    expect(sizes?.sort()).toEqual([
      'res/mipmap-anydpi-v26/icon.xml',
      ...['hdpi', 'mdpi', 'xhdpi', 'xxhdpi', 'xxxhdpi'].map((density) => `res/mipmap-${density}-v4/icon.png`),
    ])
  })

  test('nothing travels in the clear, except to a service on the loopback address', () => {
    expect(tree(apk, 'res/xml/network.xml')).toMatch(
      /base-config.*\n\s+A: cleartextTrafficPermitted=\(type 0x12\)0x0\n$/,
    )
    const local = tree(pack('local', { PUBLIC_SITE: 'http://127.0.0.1:8080' }), 'res/xml/network.xml')
    expect(local).toMatch(/base-config.*\n\s+A: cleartextTrafficPermitted=\(type 0x12\)0x0\n/)
    expect(local).toMatch(
      /domain-config.*\n\s+A: cleartextTrafficPermitted=\(type 0x12\)0xf+\n\s+E: domain .*\n.*"127\.0\.0\.1"\n$/,
    )
    expect(() => pack('clear', { PUBLIC_SITE: 'http://mine.example' })).toThrow('http only from a loopback address')
  })

  test('it is aligned, and signed in the forms v2 and v3 with the key that the facts name', () => {
    expect(output('zipalign', '-c', '-v', '4', apk)).toContain('Verification successful')
    const verified = output('apksigner', 'verify', '--verbose', '--print-certs', apk)
    expect(verified).toContain('(APK Signature Scheme v2): true')
    expect(verified).toContain('(APK Signature Scheme v3): true')
    expect(verified).toContain(`certificate SHA-256 digest: ${factsOf(apk).certificate}`)
    expect(factsOf(apk)).toMatchObject({ signed: true, key: 'test', service: SITE, version: project.version })
  })

  test('the code names no host but that of PUBLIC_SITE, and pages see three methods of it', () => {
    const code = output('dexdump', '-d', '-a', apk)
    const hosts = new Set([...code.matchAll(/const-string.*?(https?:\/\/[^/"\\?]+)/g)].map(([, host]) => host))
    expect([...hosts]).toEqual([SITE])
    const seen = [
      ...code.matchAll(/method #\d+ '(\w+)'\n\s+VISIBILITY_RUNTIME Landroid\/webkit\/JavascriptInterface;/g),
    ]
    expect(seen.map(([, name]) => name).sort()).toEqual(['postMessage', 'save', 'share'])
    expect(code).not.toContain('setWebContentsDebuggingEnabled')
  })

  test('hash, bill of materials and facts are beside it, and a second build has the same bytes', () => {
    const names = ['app.apk', 'app.apk.cdx.json', 'app.apk.facts.json', 'app.apk.sha256']
    expect(readdirSync(packed).sort()).toEqual(names)
    expect(execFileSync('sha256sum', ['-c', 'app.apk.sha256'], { cwd: packed, encoding: 'utf8' })).toBe('app.apk: OK\n')
    pack('again')
    for (const name of names)
      expect(readFileSync(join(folder, 'again', name)).equals(readFileSync(join(packed, name)))).toBe(true)
  })

  test('the code has the same bytes in ten builds', () => {
    const source = join(root, 'scripts/pack/android/files/smali')
    const texts = readdirSync(source).map((name) => readFileSync(join(source, name), 'utf8'))
    const names = new Set(texts.flatMap((text) => [...text.matchAll(/@([a-z]+\/\w+)@/g)].map(([, name]) => name)))
    const ids = [...names].map((name, index) => `app:${name} = 0x7f01000${index.toString(16)}\n`).join('')
    const builds = Array.from({ length: 10 }, () =>
      buildDex({ work: mkdtempSync(join(folder, 'code-')), origin: SITE, ids }).toString('hex'),
    )
    expect(new Set(builds).size).toBe(1)
  })

  test('the key of an operator signs it, and its password stays out of the command line', () => {
    const store = join(folder, 'own.p12')
    const password = join(folder, 'password')
    writeFileSync(password, 'secret word\n')
    const named = ['-keystore', store, '-storetype', 'PKCS12', '-storepass', 'secret word', '-alias', 'own']
    output('keytool', '-genkeypair', ...named, '-keyalg', 'RSA', '-keysize', '2048', '-dname', 'CN=Own')
    const env = { PACK_ANDROID_KEYSTORE: store, PACK_ANDROID_KEYSTORE_PASSWORD_FILE: password }
    const own = pack('own', env)
    expect(factsOf(own).key).toBe('operator')
    expect(output('apksigner', 'verify', '--print-certs', own)).toContain('certificate DN: CN=Own')
    expect(readFileSync(pack('own-again', env)).equals(readFileSync(own))).toBe(true)
    writeFileSync(password, 'wrong word\n')
    expect(() => pack('wrong', env)).toThrow('apksigner failed with 2')
  })

  test('tools that are missing are named with the command that installs them', () => {
    expect(() => pack('none', { PATH: '/nowhere' })).toThrow('apt-get install aapt libsmali-java apksigner')
  })
})

describe('the code, between stand-ins of Android', () => {
  let phone: ReturnType<typeof createPhone>
  let start: string[] = []
  beforeAll(() => {
    phone = createPhone(apk, join(folder, 'phone'))
    start = phone('start')
  })
  /** The lines of events after the start. */
  const run = (...events: string[]) => phone('start', ...events).slice(start.length)

  test('starts at the dashboard, with neither files nor other content nor mixed content', () => {
    expect(start).toEqual([
      ...['show layout/main', 'JavaScript true', 'storage true', 'windows true', 'files false', 'content false'],
      ...['place false', 'mixed content 1', 'interface idleforgeHost', `load ${SITE}/user/`],
    ])
    expect(run('resume')).toEqual(['resume', "run window.postMessage({type:'refresh'},location.origin)"])
    expect(phone('start restored').at(-1)).toBe('interface idleforgeHost')
    expect(phone('start empty').at(-1)).toBe(`load ${SITE}/user/`)
    expect(run('pause', 'save-state')).toEqual(['pause', 'save the state'])
  })

  test.each([
    'https://evil.example/',
    'https://mine.example.evil.example/',
    'https://mine.example@evil.example/',
    'https://mine.example:8443/',
    'http://mine.example/',
  ])('%s is never loaded: a link opens the browser, a request gets 403', (url) => {
    expect(run(`follow ${url}`)).toEqual([`start {action=action.VIEW, category=category.BROWSABLE} ${url}`, 'not here'])
    expect(run(`follow ${url} frame`, `fetch ${url}`, `worker ${url}`)).toEqual(['not here', '403', '403'])
  })

  test.each([
    ['intent://scan/#Intent;scheme=zxing;end', ['not here', '403']],
    ['file:///data/data/example.idleforge.app/x', ['not here', '403']],
    ['content://media/1', ['not here', '403']],
    ['javascript:alert(1)', ['not here', '403']],
    ['data:image/png;base64,AA', ['not here', 'passes']],
    [`${SITE}/user/devices`, ['here', 'passes']],
  ])('%s starts no other app', (url, lines) => {
    expect(run(`follow ${url}`, `fetch ${url}`)).toEqual(lines)
  })

  test('a link that no app opens is said to be so', () => {
    expect(run('bare', 'follow mailto:support@mine.example')).toEqual(['say string/no_app', 'not here'])
  })

  test('the back button goes back, and leaves the app at its first page', () => {
    expect(run(`at ${SITE}/user/devices`, 'back', 'back')).toEqual([`back to ${SITE}/user/`, 'leave the app'])
  })

  test('without a connection its own page covers the view, until a page is loaded', () => {
    const page = `${SITE}/user/`
    expect(run(`fail ${page} frame`, `finish ${page}`).filter((line) => !line.startsWith('run'))).toEqual([
      'offline hidden',
    ])
    const lines = run(`fail ${page}`, `finish ${page}`, 'retry', `fail ${page}`, 'resume', `finish ${page}`)
    expect(lines.filter((line) => !line.startsWith('run'))).toEqual([
      ...['offline shown', 'reload', 'offline shown', 'resume', 'reload', 'offline hidden'],
    ])
  })

  test('each page of the service gets the script of the app, and no other page', () => {
    expect(run(`begin ${SITE}/`)).toEqual([expect.stringMatching(/^run \/\/ Runs in each page of the site/)])
    expect(run('begin https://evil.example/', 'begin about:blank', 'pause')).toEqual(['pause'])
  })

  test('acts on the messages of a page', () => {
    expect(run('call postMessage {"type":"open","path":"/messages?report=a1"}')).toEqual([
      `load ${SITE}/messages?report=a1`,
    ])
    expect(run('call postMessage {"type":"open","path":".evil.example/"}', 'pause')).toEqual(['pause'])
    expect(run('call postMessage {"type":"close"}')).toEqual(['leave the app'])
    expect(run(...[3, 0].map((count) => `call postMessage {"type":"unread","count":${count}}`))).toEqual([
      'task string/name (3)',
      'task string/name',
    ])
    const ignored = ['{"type":"ready","page":"stand-message"}', '{"type":"resize","height":420}', 'no object', '']
    expect(run(...ignored.map((message) => `call postMessage ${message}`), 'pause')).toEqual(['pause'])
    const calls = ['postMessage {"type":"close"}', 'share a b', 'save a text/plain AA==']
    expect(run('at https://evil.example/', ...calls.map((call) => `call ${call}`), 'pause')).toEqual(['pause'])
  })

  test('shares through the phone', () => {
    expect(run('call share Idleforge https://mine.example/i/1')).toEqual([
      'start {SUBJECT=Idleforge, TEXT=https://mine.example/i/1, action=action.SEND, chosen=by the user, type=text/plain}',
    ])
  })

  test('saves a file where the user chooses, and says when it could not', () => {
    const save = 'call save hashes.csv text/csv aGVsbG8='
    const asked = [
      'start {TITLE=hashes.csv, action=action.CREATE_DOCUMENT, category=category.OPENABLE, type=text/csv}',
      'for result 2',
    ]
    expect(run(save, 'result 2 -1 content://place')).toEqual([...asked, 'write content://place hello'])
    expect(run(save, 'result 2 0', 'result 2 -1 content://place')).toEqual([...asked, 'say string/not_saved'])
    expect(run(save, 'result 2 -1 content://full')).toEqual([...asked, 'say string/not_saved'])
    expect(run('call save a text/plain %%%')).toEqual(['say string/not_saved'])
    expect(run('bare', save)).toEqual(['say string/not_saved'])
  })

  test('leaves downloads to the browser, and says what only a browser can save', () => {
    const url = `${SITE}/downloads/idleforge-windows-1.2.3-x64.exe`
    expect(run(`download ${url}`)).toEqual([`start {action=action.VIEW, category=category.BROWSABLE} ${url}`])
    expect(run(`download blob:${SITE}/1`)).toEqual(['say string/not_saved'])
  })

  test('gives a page the file that the user has chosen, and never one of the app itself', () => {
    const asked = ['start {action=GET_CONTENT}', 'for result 1']
    expect(run('choose', 'result 1 -1 content://picture')).toEqual([...asked, 'chosen [content://picture]'])
    expect(run('choose', 'result 1 -1 file:///data/cookies')).toEqual([...asked, 'chosen null'])
    expect(run('choose', 'result 1 0')).toEqual([...asked, 'chosen null'])
    expect(run('bare', 'choose')).toEqual(['chosen null', 'say string/no_app'])
  })

  test('a new window loads nothing: its address opens in the app where it needs the session, else in the browser', () => {
    const opened = (line: string) => [
      ...['files false', 'content false', 'open the window', 'opened', line, 'not there', 'there 403'],
    ]
    const view = 'start {action=action.VIEW, category=category.BROWSABLE}'
    expect(run(`window ${SITE}/messages?report=a1`)).toEqual(opened(`load ${SITE}/messages?report=a1`))
    expect(run(`window ${SITE}/terms/`)).toEqual(opened(`${view} ${SITE}/terms/`))
    expect(run(`window ${SITE}/users/`)).toEqual(opened(`${view} ${SITE}/users/`))
    expect(run('window https://chain.example/tx/1')).toEqual(opened(`${view} https://chain.example/tx/1`))
    expect(run('window https://evil.example/ unasked')).toEqual(['refused'])
  })
})

describe('a service', () => {
  let world: World
  beforeAll(async () => {
    world = await createWorld()
  })
  afterAll(() => world.close())

  test('offers the folder after a start, under the name app.apk', async () => {
    expect(await publishPacked(operatorSettings(world), packed)).toContain(`android ${project.version} is published:`)
    const { android } = await world.visitor().call(lastVersion, {})
    expect(android).toMatchObject({ fileName: 'app.apk', version: project.version, sha256: factsOf(apk).sha256 })
    const response = await fetch(`${world.address}/downloads/latest/android`)
    expect(response.headers.get('content-disposition')).toBe('attachment; filename="app.apk"')
    expect(readFileSync(apk).equals(await response.bytes())).toBe(true)
  })
})
