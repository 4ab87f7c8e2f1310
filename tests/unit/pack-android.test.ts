import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createContext, runInContext } from 'node:vm'
import { expect, test } from 'vitest'
import { root } from '../../scripts/lib/setup.mjs'
import { fillSmali, parseIds } from '../../scripts/pack/android/code.mjs'
import { readOrigin, toApplicationId, toVersionCode } from '../../scripts/pack/android/identity.mjs'
import { signingKey } from '../../scripts/pack/android/key.mjs'
import { networkXml, stringsXml } from '../../scripts/pack/android/resources.mjs'
import { apkZip, readZip } from '../../scripts/pack/android/zip.mjs'
import { billOfMaterials } from '../../scripts/pack/sbom.mjs'

const files = join(root, 'scripts/pack/android/files')
const read = (name: string) => readFileSync(join(files, name), 'utf8')
const smali = readdirSync(join(files, 'smali')).map((name) => read(`smali/${name}`))

test('the app shows the origin of PUBLIC_SITE, by http only from a loopback address', () => {
  expect(readOrigin({ PUBLIC_SITE: 'https://mine.example/' })).toBe('https://mine.example')
  expect(readOrigin({ PUBLIC_SITE: 'https://mine.example:8443', PUBLIC_API_BASE: '/api' })).toBe(
    'https://mine.example:8443',
  )
  expect(readOrigin({})).toBe('http://127.0.0.1:8080')
  for (const local of ['http://localhost:3000', 'http://[::1]:3000', 'http://127.1.2.3'])
    expect(readOrigin({ PUBLIC_SITE: local })).toBe(local)
  for (const site of ['http://mine.example', 'http://10.0.2.2:8080', 'http://127.0.0.1.evil.example', 'http://0.0.0.0'])
    expect(() => readOrigin({ PUBLIC_SITE: site })).toThrow('by http only from a loopback address')
  expect(() => readOrigin({ PUBLIC_SITE: 'https://mine.example', PUBLIC_API_BASE: 'https://api.example' })).toThrow(
    'the app loads nothing but https://mine.example',
  )
})

test('only a loopback address may be reached in the clear', () => {
  expect(networkXml('https://mine.example')).not.toContain('"true"')
  expect(networkXml('http://127.0.0.1:8080')).toContain('<domain>127.0.0.1</domain>')
})

test.each([
  ['idleforge.example', 'example.idleforge.app'],
  ['1-mine.Example', 'example.a1_mine.app'],
])('the domain %s makes the id %s', (domain, id) => expect(toApplicationId(domain)).toBe(id))

test('version numbers rise with versions, and one that has no number is refused', () => {
  expect(['0.1.0', '0.1.1', '0.2.0', '1.0.0', '1.0.999'].map(toVersionCode)).toEqual([
    ...[1000, 1001, 2000, 1_000_000, 1_000_999],
  ])
  for (const version of ['1.1000.0', '1.0.1000', '2100.0.0', '0.0.0', '1.0'])
    expect(() => toVersionCode(version)).toThrow('has no number for Android')
})

test('each text that code and layout name is there in both languages', () => {
  const named = new Set(
    [...smali, read('res/layout/main.xml'), read('AndroidManifest.xml')].flatMap((text) =>
      [...text.matchAll(/@string\/(\w+)/g)].map(([, name]) => name),
    ),
  )
  for (const locale of ['en', 'zh'])
    expect(new Set([...stringsXml(locale).matchAll(/name="(\w+)"/g)].map(([, name]) => name))).toEqual(named)
  expect(stringsXml('en')).toContain("The file couldn\\'t be saved.")
})

test('fills ids and values into the code, and refuses a name that is unknown', () => {
  const ids = parseIds('example.app:id/web = 0x7f030001\nexample.app:string/no_app = 0x7f060001\n')
  expect(fillSmali('const v0, @id/web@ # "@ORIGIN@"', { ...ids, ORIGIN: 'https://a.example' })).toBe(
    'const v0, 0x7f030001 # "https://a.example"',
  )
  expect(() => fillSmali('@id/none@', ids)).toThrow('@id/none@, which is unknown')
})

test('the code names no host of its own, and each file of it says what it is for', () => {
  for (const text of smali) {
    expect(text).toMatch(/^# \w/)
    expect(text.replaceAll(/^\s*#.*$/gm, '')).not.toMatch(/https?:\/\//)
  }
})

test('a zip has the same bytes each time, its stored files begin at multiples of four, and it is read back', () => {
  const content = Buffer.from('content '.repeat(40))
  const list = ['AndroidManifest.xml', 'classes.dex', 'res/a.png', 'resources.arsc'].map((name) => ({ name, content }))
  const zip = apkZip(list)
  expect(zip.equals(apkZip(list))).toBe(true)
  expect(readZip(zip)).toEqual(list)
  const starts = list
    .filter(({ name }) => /png|arsc/.test(name))
    .map((_, index) => {
      let at = -1
      for (let round = 0; round <= index; round += 1) at = zip.indexOf(content, at + 1)
      return at % 4
    })
  expect(starts).toEqual([0, 0])
})

test("the operator's key needs its password, which stays out of the command line", () => {
  expect(() => signingKey({ PACK_ANDROID_KEYSTORE: '/own.p12' })).toThrow('PACK_ANDROID_KEYSTORE_PASSWORD_FILE')
  expect(signingKey({ PACK_ANDROID_KEYSTORE: '/own.p12', PACK_ANDROID_KEYSTORE_PASSWORD_FILE: '/password' })).toEqual({
    owner: 'operator',
    options: ['--ks', '/own.p12', '--ks-pass', 'file:/password'],
  })
})

test('the bill of materials of a package without a program has no parts', () => {
  const none = { node: undefined, libraries: undefined }
  const bill = billOfMaterials({
    file: 'app.apk',
    version: '1.2.3',
    sha256: 'ab'.repeat(32),
    packages: [],
    seconds: 5,
    ...none,
  })
  expect(bill).toMatchObject({ components: [], dependencies: [{ ref: 'app.apk@1.2.3', dependsOn: [] }] })
})

/** A page with the app around it, and the calls that the app has got. */
function openPage() {
  const calls: string[][] = []
  const clicks: string[] = []
  const log =
    (name: string) =>
    (...values: string[]) =>
      void calls.push([name, ...values])
  class HTMLAnchorElement {
    href = ''
    download = ''
    hasAttribute = () => true
    click() {
      clicks.push(this.href)
    }
  }
  class FileReader {
    result = ''
    onload = () => undefined
    readAsDataURL(blob: { type: string; text: string }) {
      this.result = `data:${blob.type};base64,${Buffer.from(blob.text).toString('base64')}`
      this.onload()
    }
  }
  const page: Record<string, unknown> = {
    ...{ HTMLAnchorElement, FileReader, navigator: {}, idleforgeHost: { share: log('share'), save: log('save') } },
    URL: { createObjectURL: () => `blob:${Math.random()}`, revokeObjectURL: () => undefined },
  }
  Object.assign(page, { window: page, top: page })
  createContext(page)
  const run = (code: string) => runInContext(code, page)
  return { page, calls, clicks, run }
}

/** The site's way to save a file; `revoked` is one whose address is gone by then. */
const saveFile = ({ size = 5, revoked = false }) => `{
  const url = URL.createObjectURL({ type: 'text/csv;charset=utf-8', size: ${size}, text: 'hello' })
  if (${revoked}) URL.revokeObjectURL(url)
  Object.assign(new HTMLAnchorElement(), { href: url, download: 'a.csv' }).click()
}`

test('the script of the pages hands files and links to the app, once however often it runs', () => {
  const { calls, clicks, run } = openPage()
  run(read('page.js'))
  run(read('page.js'))
  run(`navigator.share({ title: 'A', text: 'B', url: 'https://c.example' })`)
  run(saveFile({}))
  expect(calls).toEqual([
    ['share', 'A', 'B\nhttps://c.example'],
    ['save', 'a.csv', 'text/csv', 'aGVsbG8='],
  ])
  expect(clicks).toEqual([])
})

test('a file that is gone or too large stays with the web view, which says so', () => {
  const { calls, clicks, run } = openPage()
  run(read('page.js'))
  run(saveFile({ revoked: true }))
  run(saveFile({ size: 16_777_217 }))
  expect(calls).toEqual([])
  expect(clicks).toHaveLength(2)
})

test.each([
  ['a browser', { idleforgeHost: undefined }],
  ['a frame', { top: {} }],
])('the script does nothing in %s', (_, change) => {
  const { page, run } = openPage()
  Object.assign(page, change)
  run(read('page.js'))
  expect(page.navigator).toEqual({})
})
