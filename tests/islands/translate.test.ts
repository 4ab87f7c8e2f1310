import { globSync, readFileSync } from 'node:fs'
import ts from 'typescript'
import { expect, test } from 'vitest'

/** Calls that give a sentence of a catalogue: a translator may have it. */
const speaking = new Set(['t', 'm', 'p', 'a', 'say'])
/** Words that are the same in every language. */
const units = /\b(?:USDT|UTC|SHA)\b/g
/** Figures that are no changing ones, or sentences by another name. */
const others = [
  // Numbers of steps, and cells that may hold words.
  ...['app/versions/screen.tsx', 'app/overview/guide.tsx', 'app/market/compare.tsx'],
  // "5 min ago", and a security event with its place.
  ...['app/messages/list.tsx', 'app/account/history.tsx', 'app/currency/local.tsx'],
  // Inside an element that is marked itself.
  'app/earnings/balance.tsx',
  // A field.
  'app/core/lists/day-range-field.tsx',
]

function isSentence(element: ts.JsxElement): boolean {
  let found = false
  const visit = (node: ts.Node): void => {
    if (ts.isJsxText(node) && /\p{L}{2,}/u.test(node.text.replace(units, ''))) found = true
    if (ts.isCallExpression(node) && ts.isIdentifier(node.expression) && speaking.has(node.expression.text))
      found = true
    // A text prop may be a sentence: it is alone in its element, and replaced as one.
    if (ts.isJsxExpression(node) && node.expression && /^(?:value|text|note|words)$/.test(node.expression.getText()))
      found = true
    if (ts.isJsxSelfClosingElement(node) && node.tagName.getText() === 'Dated') found = true
    ts.forEachChild(node, visit)
  }
  element.children.forEach(visit)
  return found
}

const attributeOf = (element: ts.JsxElement, name: string) =>
  element.openingElement.attributes.properties.find((one) => ts.isJsxAttribute(one) && one.name.getText() === name)

/** Elements drawn as figures that a page translator would take for words. */
function translatable(file: string): string[] {
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX)
  const found: string[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isJsxElement(node)) {
      const classes = attributeOf(node, 'className')?.getText() ?? ''
      const isFigure = /(?:^|[\s"'`])(?:num|figure|tag-count)(?=[\s"'`$])/.test(classes)
      if (isFigure && !attributeOf(node, 'translate') && !isSentence(node))
        found.push(`${file}: ${node.getText().replace(/\s+/g, ' ').slice(0, 100)}`)
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}

test('no translator changes a figure', () => {
  const files = globSync('src/islands/**/*.tsx').map((file) => file.replaceAll('\\', '/'))
  expect(files.length).toBeGreaterThan(150)
  expect(files.filter((file) => !others.some((one) => file.endsWith(one))).flatMap(translatable)).toEqual([])
})
