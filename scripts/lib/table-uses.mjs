// The tables that a source file names: in calls of Kysely, in `sql` templates, in the texts of queries, and in what it declares.
import path from 'node:path'
import ts from 'typescript'

const READS = /^(?:selectFrom|from|using|(?:inner|left|right|full|cross)Join(?:Lateral)?)$/
const WRITES = /^(?:insertInto|replaceInto|updateTable|deleteFrom|mergeInto)$/

const NAME = '(?:"?public"?\\.)?"?([a-z_][a-z0-9_]*)"?'
const SQL_WRITE = new RegExp(
  `\\b(?:insert\\s+into|(?<!\\b(?:for|key|do)\\s+)update|delete\\s+from|merge\\s+into|truncate(?:\\s+table)?|lock\\s+table)\\s+(?:only\\s+)?${NAME}`,
  'gi',
)
const SQL_READ = new RegExp(`(?<!delete\\s)\\b(?:from|join|using)\\s+\\(?\\s*(?:only\\s+)?${NAME}`, 'gi')
const ALIASED = `${NAME}(?:\\s+(?:as\\s+)?[a-z_]\\w*)?`
/** The end of a text behind which a table is written. */
const WRITE_BEFORE = /\b(?:update|insert\s+into|delete\s+from|merge\s+into|truncate)\s+(?:only\s+)?$/i
/** A list, whose first name the others follow: `from orders o, plans p`. */
const SQL_LIST = new RegExp(`\\b(?:from|truncate)\\s+${ALIASED}((?:\\s*,\\s*${ALIASED})+)`, 'gi')

/** The names that keywords of SQL lead to, of tables and of whatever else: `{ name, isWrite }`. */
function namesInSql(text) {
  const plain = text.replace(/--[^\n]*|\/\*[\s\S]*?\*\//g, ' ').replace(/'(?:[^']|'')*'/g, "''")
  const named = (pattern, isWrite) => [...plain.matchAll(pattern)].map(([, name]) => ({ name, isWrite }))
  const further = [...plain.matchAll(SQL_LIST)].flatMap(([whole, , rest]) =>
    [...rest.matchAll(/,\s*(?:"?public"?\.)?"?([a-z_]\w*)/gi)].map(([, name]) => ({
      name,
      isWrite: /^truncate/i.test(whole),
    })),
  )
  return [...named(SQL_WRITE, true), ...named(SQL_READ, false), ...further]
}

/** The text of a literal or a template, with `?` where it has a value. */
const textOf = (node) =>
  ts.isTemplateExpression(node)
    ? [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)].join(' ? ')
    : ts.isStringLiteralLike(node)
      ? node.text
      : ''

/** Every string that an expression can be; of `as const` and the like, what is in it. */
function literalsIn(node) {
  if (ts.isAsExpression(node) || ts.isSatisfiesExpression(node)) return literalsIn(node.expression)
  if (ts.isConditionalExpression(node)) return [node.whenTrue, node.whenFalse].flatMap(literalsIn)
  if (ts.isArrayLiteralExpression(node)) return node.elements.flatMap(literalsIn)
  return ts.isStringLiteralLike(node) ? [node.text] : []
}

/** A callback or a subquery with a name has its tables in itself; every other expression is a name that only a run knows. */
const isComputed = (node) => !ts.isFunctionLike(node) && !(ts.isCallExpression(node) && methodOf(node) === 'as')
const methodOf = ({ expression }) => (ts.isPropertyAccessExpression(expression) ? expression.name.text : '')

/** Uses of tables in a call; a name that only a run knows is `undefined`. */
function usesInCall({ expression, arguments: [first] }) {
  if (first === undefined || !ts.isPropertyAccessExpression(expression)) return []
  const [method, object] = [expression.name.text, expression.expression.getText()]
  if (method === 'query' || (method === 'raw' && object === 'sql')) return namesInSql(textOf(first))
  const isTable = method === 'table' && object === 'sql'
  const isWrite = WRITES.test(method)
  // `Array.from` and the like read no table.
  if (!isTable && !isWrite && (!READS.test(method) || /^[A-Z]/.test(object))) return []
  const names = literalsIn(first).map((text) => ({ name: text.replace(/^public\./, '').split(/\s/)[0], isWrite }))
  if (names.length > 0) return names
  return isTable || (isComputed(first) && method !== 'from' && method !== 'using')
    ? [{ name: undefined, isWrite: true }]
    : []
}

/** Tables that `sql.table('name')` names behind `update`, `insert into` or `delete from`. */
function writesOfTables(template) {
  if (!ts.isTemplateExpression(template)) return []
  const before = [template.head, ...template.templateSpans.map(({ literal }) => literal)].map(({ text }) => text)
  return template.templateSpans.flatMap(({ expression }, index) =>
    WRITE_BEFORE.test(before[index]) && ts.isCallExpression(expression) && methodOf(expression) === 'table'
      ? expression.arguments.flatMap(literalsIn).map((name) => ({ name, isWrite: true }))
      : [],
  )
}

function usesOf(node) {
  if (ts.isCallExpression(node)) return usesInCall(node)
  if (ts.isTaggedTemplateExpression(node) && node.tag.getText().split(/\W/)[0] === 'sql')
    return [...namesInSql(textOf(node.template)), ...writesOfTables(node.template)]
  // Rows of these are deleted with an account.
  if (ts.isPropertyAssignment(node) && node.name.getText() === 'personal')
    return literalsIn(node.initializer).map((name) => ({ name, isWrite: true }))
  return []
}

const isDeclaration = (node) =>
  (ts.isPropertyAssignment(node) || ts.isVariableDeclaration(node)) && node.name.getText() === 'readsTables'

/**
 * Tables in a source file: those that it owns (members of `interface Tables`), those that it declares to read
 * (`readsTables`), and every use: `{ name, isWrite, line }`.
 */
export function tablesOf(file, source) {
  const tree = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true)
  const found = { owned: [], declared: [], uses: [] }
  const visit = (node) => {
    if (ts.isInterfaceDeclaration(node) && node.name.text === 'Tables')
      found.owned.push(...node.members.map(({ name }) => name.getText()))
    else if (isDeclaration(node) && node.initializer) found.declared.push(...literalsIn(node.initializer))
    else
      for (const use of usesOf(node))
        found.uses.push({ ...use, line: tree.getLineAndCharacterOfPosition(node.getStart()).line + 1 })
    ts.forEachChild(node, visit)
  }
  visit(tree)
  return found
}

/** The tables that migrations, in their order, have made and not dropped again. */
export function tablesMade(migrations) {
  const made = new Set()
  for (const source of migrations)
    for (const [, verb, name] of source.matchAll(
      /\b(create|drop)\s+(?:unlogged\s+)?table\s+(?:if\s+(?:not\s+)?exists\s+)?(\w+)/gi,
    ))
      if (verb.toLowerCase() === 'create') made.add(name)
      else made.delete(name)
  return [...made]
}

/** The feature of a file: its folder in its area, the area itself where that is one feature, or `service` for what puts areas together. */
function featureOf(file, areasAsFeatures) {
  const [area, name] = path.posix.dirname(file).split('/').slice(1)
  if (area === undefined) return 'service'
  return name === undefined || areasAsFeatures.has(area) ? area : `${area}/${name}`
}

/**
 * Everything that is against the rules. `files` are the sources of the service by their path, `created` the tables that migrations make,
 * `mayWrite` the files that may write what is not theirs, with the reason.
 */
export function tableProblems({ files, created, mayWrite = {} }) {
  const isFeature = (source) => /: Feature = \{/.test(source)
  const areas = new Set(
    [...files].flatMap(([file, source]) =>
      isFeature(source) ? (/^service\/([^/]+)\/feature\.ts$/.exec(file)?.[1] ?? []) : [],
    ),
  )
  const problems = []
  const owners = new Map()
  const features = new Map()
  for (const [file, source] of files) {
    const name = featureOf(file, areas)
    const { owned, declared, uses } = tablesOf(file, source)
    const feature = features.get(name) ?? { declared: [], uses: [] }
    features.set(name, feature)
    feature.declared.push(...declared)
    feature.uses.push(...uses.map((use) => ({ ...use, file })))
    for (const table of owned) {
      if (owners.has(table)) problems.push(`${file}: ${table} is a table of ${owners.get(table)} already`)
      if (!created.includes(table)) problems.push(`${file}: no migration makes a table ${table}`)
      if (!owners.has(table)) owners.set(table, name)
    }
  }
  for (const table of created) if (!owners.has(table)) problems.push(`${table} has no owner: no tables.ts declares it`)
  for (const [name, feature] of features) problems.push(...featureProblems(name, feature, { owners, mayWrite }))
  const writers = new Set(
    [...features.values()].flatMap(({ uses }) => uses.filter(({ isWrite }) => isWrite).map(({ file }) => file)),
  )
  for (const file of Object.keys(mayWrite))
    if (!writers.has(file)) problems.push(`${file} may write what is not its own, and does not`)
  return { problems, owners, features }
}

function featureProblems(name, { declared, uses }, { owners, mayWrite }) {
  const isForeign = (table) => owners.has(table) && owners.get(table) !== name
  const problems = []
  for (const use of uses) {
    if (use.isWrite && use.file in mayWrite) continue
    const at = `${use.file}:${use.line}`
    if (use.name === undefined) problems.push(`${at} names a table that only a run knows: write its name`)
    else if (isForeign(use.name) && use.isWrite)
      problems.push(`${at} writes ${use.name}: only ${owners.get(use.name)} does, which exports a function for it`)
    else if (isForeign(use.name) && !declared.includes(use.name))
      problems.push(
        `${at} reads ${use.name} of ${owners.get(use.name)}, and ${name} does not declare it in readsTables`,
      )
  }
  const read = new Set(uses.map((use) => use.name))
  for (const table of declared) {
    if (!isForeign(table)) problems.push(`${name} declares to read ${table}, which is its own or no table`)
    else if (!read.has(table)) problems.push(`${name} declares to read ${table}, and does not`)
  }
  return problems
}
