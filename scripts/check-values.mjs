// Checks that every call of a translator (`t`, `m` …) passes the values that its text contains, so that no screen shows
// `{{name}}`. The types give the catalogue and the keys of a call.
// Run: node scripts/check-values.mjs
import { readFileSync } from 'node:fs'
import ts from 'typescript'

const configFile = ts.readConfigFile('tsconfig.json', ts.sys.readFile)
const config = ts.parseJsonConfigFileContent(configFile.config, ts.sys, process.cwd())
const isScreen = (file) =>
  (/\/src\/(?!gallery)/.test(file) && !file.includes('/node_modules/')) || file.endsWith('env.d.ts')
const program = ts.createProgram(config.fileNames.filter(isScreen), {
  ...config.options,
  incremental: false,
  noEmit: true,
})
const checker = program.getTypeChecker()

const flatten = (value, prefix = '') =>
  typeof value === 'string'
    ? [[prefix, value]]
    : Object.entries(value).flatMap(([key, inner]) => flatten(inner, prefix ? `${prefix}.${key}` : key))

const catalogues = new Map()
/** The names that each text of a catalogue takes, by its key; a plural takes `count` as well. */
function namesIn(file) {
  if (catalogues.has(file)) return catalogues.get(file)
  const texts = new Map()
  for (const [key, text] of flatten(JSON.parse(readFileSync(file, 'utf8')))) {
    const stem = key.replace(/_(one|other)$/, '')
    const names = [...text.matchAll(/\{\{\s*(\w+)\s*\}\}/g)].map(([, name]) => name)
    texts.set(stem, new Set([...(texts.get(stem) ?? []), ...names, ...(stem === key ? [] : ['count'])]))
  }
  catalogues.set(file, texts)
  return texts
}

/** Type argument of a translator: `Translate<typeof en>`, or an alias. */
function madeWith({ aliasSymbol, aliasTypeArguments }) {
  if (aliasSymbol?.name === 'Translate') return aliasTypeArguments?.[0]
  const node = aliasSymbol?.declarations?.[0]?.type
  if (node === undefined || !ts.isTypeReferenceNode(node) || node.typeName.getText() !== 'Translate') return undefined
  return checker.getTypeFromTypeNode(node.typeArguments[0])
}

/** The catalogue of a translator. */
function catalogueOf(callee) {
  const catalogue = madeWith(checker.getTypeAtLocation(callee))
  const file = catalogue?.getProperties()[0]?.valueDeclaration?.getSourceFile().fileName
  return file?.endsWith('.json') ? file : undefined
}

const literals = (type) =>
  type.isUnion() ? type.types.flatMap(literals) : type.isStringLiteral() ? [type.value] : [undefined]

/** The names that are given for certain: of one of several values, those of all of them. */
const namesProvided = (type) =>
  new Set(
    checker
      .getPropertiesOfType(type)
      .filter(({ flags }) => !(flags & ts.SymbolFlags.Optional))
      .map(({ name }) => name),
  )

/** Values that come from the service as they are, in the contract a record (src/lib/contract/points.ts). */
const hasEveryValue = (values) =>
  values !== undefined && ts.isCallExpression(values) && values.expression.getText() === 'inLanguage'
/** Keys that a form's schema has as its messages: they take no values. */
const isSchemas = (key) => key.getText() === 'key as never'

const problems = []
let calls = 0

function check(call) {
  const file = catalogueOf(call.expression)
  const [key, values] = call.arguments
  if (file === undefined || key === undefined || isSchemas(key) || hasEveryValue(values)) return
  calls += 1
  const where = `${call.getSourceFile().fileName.replace(`${process.cwd()}/`, '')}: ${call.getText().replace(/\s+/g, ' ').slice(0, 90)}`
  const texts = namesIn(file)
  const provided = values === undefined ? new Set() : namesProvided(checker.getTypeAtLocation(values))
  for (const one of literals(checker.getTypeAtLocation(key))) {
    if (one === undefined) problems.push(`${where}: the types do not tell its keys`)
    const lacks = [...(texts.get(one) ?? [])].filter((name) => !provided.has(name))
    if (lacks.length > 0) problems.push(`${where}: ${one} lacks ${lacks.join(', ')}`)
  }
}

function visit(node) {
  if (ts.isCallExpression(node)) check(node)
  ts.forEachChild(node, visit)
}

for (const file of program.getSourceFiles()) if (!file.isDeclarationFile && isScreen(file.fileName)) visit(file)
for (const problem of problems) console.error(problem)
console.log(`values: ${calls} calls, ${problems.length} problems`)
process.exit(problems.length > 0 ? 1 : 0)
