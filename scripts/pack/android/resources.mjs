// Resources of the app: those of files/res, and those that are made of the project's own: texts, icons, the network's rules.
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { brand } from '../../../src/lib/brand.ts'
import { drawMark } from '../../lib/mark.mjs'
import { root } from '../../lib/setup.mjs'

/** Sides of an icon of 48 dp in pixels, by density. */
const ICONS = { mdpi: 48, hdpi: 72, xhdpi: 96, xxhdpi: 144, xxxhdpi: 192 }
/** The layer of an adaptive icon has 108 dp; the system scales it down from the highest density. */
const LAYER_PIXELS = 432

const escapeXml = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
/** Quotes, backslashes and a leading `@` or `?` mean something in a resource: https://developer.android.com/guide/topics/resources/string-resource. */
const escapeResource = (text) => escapeXml(text.replace(/[\\'"]/g, '\\$&').replace(/^[@?]/, '\\$&'))

/** The texts of the app in a language, as a file of resources. */
export function stringsXml(locale) {
  const texts = JSON.parse(readFileSync(path.join(root, `public/locales/${locale}/android.json`), 'utf8'))
  const strings = {
    name: brand.name,
    offline_title: texts.offline.title,
    offline_text: texts.offline.text,
    offline_again: texts.offline.again,
    no_app: texts.noApp,
    not_saved: texts.notSaved,
  }
  const lines = Object.entries(strings).map(
    ([name, text]) => `  <string name="${name}">${escapeResource(text)}</string>\n`,
  )
  return `<resources>\n${lines.join('')}</resources>\n`
}

/** Nothing travels in the clear, except to a service on the loopback address. */
export function networkXml(origin) {
  const { protocol, hostname } = new URL(origin)
  const local = `  <domain-config cleartextTrafficPermitted="true">\n    <domain>${hostname}</domain>\n  </domain-config>\n`
  const rules = `  <base-config cleartextTrafficPermitted="false" />\n${protocol === 'http:' ? local : ''}`
  return `<network-security-config>\n${rules}</network-security-config>\n`
}

export async function writeResources(folder, origin) {
  cpSync(path.join(import.meta.dirname, 'files/res'), folder, { recursive: true })
  const files = {
    'values/strings.xml': stringsXml('en'),
    'values-zh/strings.xml': stringsXml('zh'),
    'xml/network.xml': networkXml(origin),
    'drawable-xxxhdpi/mark.png': await drawMark(LAYER_PIXELS),
  }
  for (const [density, size] of Object.entries(ICONS)) files[`mipmap-${density}/icon.png`] = await drawMark(size)
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true })
    writeFileSync(path.join(folder, name), content)
  }
}
