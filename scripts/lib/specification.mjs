// docs/specification.md as data: a behaviour a line, `- **SPEC-5.3** Sentence. → [title of a test](../tests/file)`.
import ts from 'typescript'

const BEHAVIOUR = /^- \*\*SPEC-(\d+)\.(\d+)\*\* (.+?)(?: → (.+))?$/
const LINK = /\[((?:\\.|[^\]\\])+)\]\(\.\.\/([^)\s]+)\)/g
const CITATION = /\bSPEC-(\d+(?:\.\d+)?)/g
const RUNNERS = ['test', 'it', 'describe']
/** Forms of a test that does not run, or proves nothing where it passes. */
const NOT_RUN = /^(?:skip|skipIf|runIf|todo|fixme|fails?|step)$/

/** The behaviours of the document, and its list items that are none. */
export function parseSpecification(text) {
  const behaviours = []
  const malformed = []
  for (const line of text.split('\n').filter((one) => one.startsWith('- ') || one.includes('**SPEC-'))) {
    const [, section, number, , proof = ''] = BEHAVIOUR.exec(line) ?? []
    const tests = [...proof.matchAll(LINK)].map(([, title, file]) => ({ title: title.replace(/\\(.)/g, '$1'), file }))
    if (section === undefined || proof.replace(LINK, '').replaceAll(', ', '') !== '') malformed.push(line)
    else behaviours.push({ id: `SPEC-${section}.${number}`, section: Number(section), number: Number(number), tests })
  }
  return { behaviours, malformed }
}

/** The names of `test.describe.each(rows)`: its left end, and whether a part of it keeps the test from running. */
function runnerOf(callee) {
  let node = callee
  let isRun = true
  while (ts.isCallExpression(node) || ts.isPropertyAccessExpression(node) || ts.isTaggedTemplateExpression(node)) {
    if (ts.isPropertyAccessExpression(node) && NOT_RUN.test(node.name.text)) isRun = false
    node = ts.isTaggedTemplateExpression(node) ? node.tag : node.expression
  }
  return { name: ts.isIdentifier(node) ? node.text : '', isRun }
}

/** Titles of the tests and groups that run, in the source of a test file; a template keeps its `${}`. */
export function titlesIn(file, source) {
  const tree = ts.createSourceFile(file, source, ts.ScriptTarget.Latest)
  const titles = []
  const visit = (node) => {
    const runner = ts.isCallExpression(node) ? runnerOf(node.expression) : undefined
    const isTest = runner !== undefined && RUNNERS.includes(runner.name)
    const [title] = isTest ? node.arguments : []
    if (title && !runner.isRun) return
    if (title && ts.isStringLiteralLike(title)) titles.push(title.text)
    else if (title && ts.isTemplateExpression(title)) titles.push(title.getText(tree).slice(1, -1))
    ts.forEachChild(node, visit)
  }
  visit(tree)
  return titles
}

/** Every id that a text cites, well-formed or not. */
export const citationsIn = (text) => [...text.matchAll(CITATION)].map(([, id]) => `SPEC-${id}`)

/** The titles of a file that a citation means: the one that equals it, or all that hold it. */
const matching = (titles, cited) =>
  titles.includes(cited) ? titles.filter((one) => one === cited) : titles.filter((one) => one.includes(cited))

const holders = (titles, cited) =>
  [...titles].filter(([, own]) => matching(own, cited).length > 0).map(([file]) => file)

function problemOf({ id, title, file }, titles) {
  const found = matching(titles.get(file) ?? [], title).length
  if (found === 1) return undefined
  if (found > 1) return `${id}: ${found} tests of ${file} have "${title}" in their titles: cite more of the title`
  const otherFiles = holders(titles, title)
  const hint = otherFiles.length === 0 ? 'no test file has it' : `found in ${otherFiles.join(', ')}`
  return `${id}: ${titles.has(file) ? `no test of ${file} is called` : `${file} does not exist, cited for`} "${title}": ${hint}`
}

function orderProblems(behaviours) {
  return behaviours.flatMap(({ id, section, number }, index) => {
    const before = behaviours[index - 1]
    if (!before || section > before.section || (section === before.section && number > before.number)) return []
    return [`${id} follows ${before.id}: each number stands once, in ascending order`]
  })
}

/** Problems of the document, its tests (titles by file) and the citations of it (places by id). */
export function specificationProblems(text, titles, citations) {
  const { behaviours, malformed } = parseSpecification(text)
  const known = new Set(behaviours.map(({ id }) => id))
  return [
    ...malformed.map((line) => `not of the form "- **SPEC-1.2** Sentence. → [title](../tests/file)": ${line}`),
    ...orderProblems(behaviours),
    ...behaviours.filter(({ tests }) => tests.length === 0).map(({ id }) => `${id} names no test that proves it`),
    ...behaviours.flatMap(({ id, tests }) => tests.flatMap((one) => problemOf({ id, ...one }, titles) ?? [])),
    ...[...citations]
      .filter(([id]) => !known.has(id))
      .map(([id, places]) => `${places.join(', ')}: docs/specification.md has no ${id}`),
  ]
}

/** The document with the path of every test that has moved to exactly one other file. */
export function withMovedTests(text, titles) {
  return text.replace(LINK, (link, title, file) => {
    const cited = title.replace(/\\(.)/g, '$1')
    const [moved, ...others] = matching(titles.get(file) ?? [], cited).length === 0 ? holders(titles, cited) : []
    return moved !== undefined && others.length === 0 ? `[${title}](../${moved})` : link
  })
}
