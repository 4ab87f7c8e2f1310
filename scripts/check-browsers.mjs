// Checks src for web features that the oldest supported browsers lack (scripts/lib/browsers.mjs, ADR-039),
// by MDN's data: every name that TypeScript's own libraries declare, and every attribute of an element. Uses behind a
// feature test are listed below. So are uses of what browsers have in secure contexts only, by the mark of TypeScript's
// libraries: a service in a home network is plain http.
// Run: node scripts/check-browsers.mjs
import { globSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { bcd, missingFeatures } from './lib/compat.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))

/** Newer features, and the files that work without them. */
const guarded = {
  'HTMLElement.hidePopover': ['src/islands/ui/toaster.tsx'],
  'HTMLElement.showPopover': ['src/islands/ui/toaster.tsx'],
  '<div popover>': ['src/islands/ui/toaster.tsx'],
  'CanvasRenderingContext2D.fontStretch': ['src/islands/app/year/picture.ts'],
  'Navigator.canShare': ['src/islands/app/year/share.tsx'],
  'Navigator.share': ['src/islands/app/invitations/invite.tsx', 'src/islands/app/year/share.tsx'],
  // Without this event, a click of the middle button is a normal click.
  onauxclick: ['src/layouts/boot-script.ts'],
  requestIdleCallback: ['src/lib/crypto/ticket-sources.ts'],
  // For on-screen keyboards, which desktops do not have.
  '<input autocapitalize>': [
    'src/islands/app/payment-password/factor-field.tsx',
    'src/islands/app/gpu/templates/variables.tsx',
  ],
  '<textarea autocapitalize>': ['src/islands/app/gpu/keys.tsx', 'src/islands/app/gpu/templates/form.tsx'],
}

/** Features that plain http lacks, and the files that work without them. */
const secureOnly = {
  'Crypto.subtle': [
    'src/lazy/download/assisted-download.ts',
    'src/lazy/proofs.ts',
    // Only `assisted-download.ts` calls it.
    'src/lib/api/package-download.ts',
  ],
  'Navigator.canShare': ['src/islands/app/year/share.tsx'],
  'Navigator.clipboard': ['src/lib/text/copy-text.ts'],
  'Navigator.serviceWorker': [
    'src/islands/app/alerts/push.ts',
    'src/islands/app/app.tsx',
    'src/islands/app/core/shell/worker.tsx',
  ],
  'Navigator.share': ['src/islands/app/invitations/invite.tsx', 'src/islands/app/year/share.tsx'],
  'NavigatorLocks.locks': ['src/islands/app/core/shell/live.ts'],
  'ServiceWorkerRegistration.pushManager': ['src/islands/app/alerts/push.ts', 'src/islands/app/core/shell/worker.tsx'],
  PublicKeyCredential: ['src/islands/app/account/passkeys-store.ts', 'src/islands/forms/methods-store.ts'],
}

/** TypeScript's names for anonymous parts, or for parts with another name in the data. */
const aliases = {
  WindowOrWorkerGlobalScope: 'Window',
  GlobalEventHandlers: 'Window',
  ReadonlyArray: 'Array',
  ReadonlyMap: 'Map',
  ReadonlySet: 'Set',
  IteratorObject: 'Iterator',
  Uint8Array: 'TypedArray',
  Int32Array: 'TypedArray',
  CSSStyleProperties: 'CSSStyleDeclaration',
}

const files = globSync(['src/{islands,lib,lazy,layouts}/**/*.{ts,tsx}', 'public/sw.js'], { cwd: root }).map((file) =>
  path.join(root, file),
)
const { options } = ts.parseJsonConfigFileContent(
  ts.readConfigFile(path.join(root, 'tsconfig.json'), ts.sys.readFile).config,
  ts.sys,
  root,
)
const typings = ['src/env.d.ts', '.astro/types.d.ts'].map((file) => path.join(root, file))
const program = ts.createProgram([...files, ...typings], {
  ...options,
  allowJs: true,
  incremental: false,
  noEmit: true,
})
const checker = program.getTypeChecker()

const isOfLibrary = (node) => /\/typescript\/lib\/lib\.[\w.]+\.d\.ts$/.test(node.getSourceFile().fileName)

const isSecureOnly = (node) =>
  ts.getJSDocCommentsAndTags(node).some((doc) => doc.getText().includes('Available only in secure contexts'))

/** The names of a type and of all that it extends. */
function typeNames(type, seen = new Set()) {
  for (const one of type.isUnionOrIntersection() ? type.types : [type]) {
    const name = one.symbol?.name
    if (!name || seen.has(name)) continue
    seen.add(name)
    if (one.isClassOrInterface() || one.target)
      for (const base of checker.getBaseTypes(one.target ?? one) ?? []) typeNames(base, seen)
  }
  return seen
}

/** The interface, or the variable, that declares a member; undefined for what is global. */
function ownerOf({ parent }) {
  if (ts.isInterfaceDeclaration(parent)) return parent.name.text
  if (ts.isTypeLiteralNode(parent) && ts.isVariableDeclaration(parent.parent))
    return `${parent.parent.name.text}Constructor`
  if (ts.isModuleBlock(parent)) return `${parent.parent.name.text}Constructor`
  return undefined
}

const isGlobal = (name) => checker.resolveName(name, undefined, ts.SymbolFlags.Value, false) !== undefined

function compatOf(owner, member) {
  const { api, javascript, css, webassembly } = bcd
  const event = /^on[a-z]/.test(member) ? `${member.slice(2)}_event` : member
  if (owner === undefined) {
    const places = [
      api,
      api.Window,
      api.EventTarget,
      javascript.builtins,
      api.Element,
      { WebAssembly: webassembly.api },
    ]
    return places.map((place) => (place[member] ?? place[event])?.__compat).find((found) => found)
  }
  const isStatic = owner.endsWith('Constructor')
  const plain = owner.replace(/Constructor$/, '')
  const name = aliases[plain] ?? plain
  if (name === 'CSSStyleDeclaration') {
    const property = css.properties[member.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)]
    if (property) return property.__compat
  }
  const engine = name === 'WebAssembly' ? webassembly.api : undefined
  for (const place of [api[name], javascript.builtins[name], javascript.builtins.Intl[name], api.EventTarget, engine])
    for (const key of isStatic ? [`${member}_static`, member] : [member, event])
      if (place?.[key]?.__compat) return place[key].__compat
  return undefined
}

const problems = []
let uses = 0

/** The file of a node from the root, and its line. */
function placeOf(node) {
  const source = node.getSourceFile()
  const file = path.relative(root, source.fileName).replaceAll('\\', '/')
  return { file, at: `${file}:${source.getLineAndCharacterOfPosition(node.getStart()).line + 1}` }
}

function noteSecure(name, node) {
  const { file, at } = placeOf(node)
  // A service worker exists in secure contexts only.
  if (file === 'public/sw.js' || secureOnly[name]?.includes(file)) return
  problems.push(
    `${at}: ${name} is missing on plain http: work without it, and name the file in scripts/check-browsers.mjs`,
  )
}

function note(name, compat, node) {
  uses += 1
  const missing = missingFeatures(compat)
  const { file, at } = placeOf(node)
  if (missing.length === 0 || guarded[name]?.includes(file)) return
  problems.push(`${at}: ${name} is not in ${missing.join(', ')}`)
}

/** A name of the code that the libraries declare. */
function checkName(node) {
  const symbol = checker.getSymbolAtLocation(node)
  const declared = symbol?.declarations?.filter(isOfLibrary) ?? []
  const [declaration] = declared
  if (!declaration || declared.every((one) => ts.isTypeAliasDeclaration(one) || ts.isTypeParameterDeclaration(one)))
    return
  const member = symbol.name
  const owner = ownerOf(declaration)
  // Some members have no mark, but their type has: `locks` is a LockManager.
  const ofType = checker.getTypeAtLocation(node).symbol?.declarations ?? []
  if ([...declared, ...ofType].some(isSecureOnly)) noteSecure(owner === undefined ? member : `${owner}.${member}`, node)
  const receiver =
    ts.isPropertyAccessExpression(node.parent) && node.parent.name === node ? node.parent.expression : undefined
  const owners =
    owner === undefined ? [undefined] : [owner, ...(receiver ? typeNames(checker.getTypeAtLocation(receiver)) : [])]
  for (const one of owners) {
    const compat = compatOf(one, member)
    if (compat) return note(one === undefined ? member : `${one.replace(/Constructor$/, '')}.${member}`, compat, node)
  }
  // Options and results are plain objects, and types do not exist at run time.
  const plain = owner?.replace(/Constructor$/, '')
  if (
    member.startsWith('__') ||
    member === 'prototype' ||
    (plain !== undefined && !isGlobal(plain)) ||
    isOnlyType(node)
  )
    return
  problems.push(`${plain ?? ''}.${member} is not in MDN's data: say in scripts/check-browsers.mjs where it is`)
}

const isOnlyType = (node) => {
  for (let one = node; one; one = one.parent) if (ts.isTypeNode(one) || ts.isInterfaceDeclaration(one)) return true
  return false
}

/** An attribute of an element of HTML. */
function checkAttribute(node) {
  const element = node.parent.parent.tagName.getText()
  const name = node.name.getText().toLowerCase()
  const { elements, global_attributes: everywhere } = bcd.html
  const compat = (elements[element]?.[name] ?? everywhere[name])?.__compat
  if (compat && /^[a-z]/.test(element)) note(`<${element} ${name}>`, compat, node)
}

function visit(node) {
  if (ts.isIdentifier(node) && !ts.isJsxAttribute(node.parent) && !isOnlyType(node)) checkName(node)
  if (ts.isJsxAttribute(node)) checkAttribute(node)
  ts.forEachChild(node, visit)
}
for (const file of files) visit(program.getSourceFile(file))

const unique = [...new Set(problems)].sort()
for (const problem of unique) console.error(problem)
console.log(`browsers: ${uses} uses of the web, ${unique.length} problems`)
process.exit(unique.length > 0 ? 1 : 0)
