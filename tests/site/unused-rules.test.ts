import { expect, test } from 'vitest'
import { withoutUnusedRules } from '../../scripts/unused-rules.mjs'

const body = '<p class="a sm:b [&amp;_a]:c on">x</p>'
const cases: readonly [what: string, css: string, less: string, scripts?: string[]][] = [
  ['a rule for a class of another page', '.a{top:0}.z{top:0}', '.a{top:0}'],
  ['one of several selectors', '.a,.z{top:0}', '.a{top:0}'],
  ['a rule for an element inside such a class', '.z .a{top:0}p{top:0}', 'p{top:0}'],
  ['no rule for a class with marks in its name', '.sm\\:b{top:0}', '.sm\\:b{top:0}'],
  ['no rule for a class written with entities', '.\\[\\&_a\\]\\:c a{top:0}', '.\\[\\&_a\\]\\:c a{top:0}'],
  ['what is left empty around it', '@media (width>=1px){.z{top:0}}p{top:0}', 'p{top:0}'],
  ['no rule that only rules the class out', 'p:not(.z){top:0}', 'p:not(.z){top:0}'],
  ['no choice that another class meets', ':where(.a,.z) p{top:0}', ':where(.a,.z) p{top:0}'],
  ['a choice of nothing else', ':where(.y,.z) p{top:0}p{top:0}', 'p{top:0}'],
  ['no rule for a class of a script', '.z{top:0}', '.z{top:0}', ['x.className=`q z`']],
  ['no rule for a class that a script puts together', '.z-1{top:0}', '.z-1{top:0}', ['x.className=`z-`+level']],
  ['a rule for a class whose name only begins alike', '.a-1{top:0}p{top:0}', 'p{top:0}'],
  ['no figure for a class', 'p{width:1.5rem;background:url(x.woff2)}', 'p{width:1.5rem;background:url(x.woff2)}'],
]

test.each(cases)('removes %s', (_what, css, less, scripts = []) => {
  expect(withoutUnusedRules(`<style>${css}</style>${body}`, scripts)).toBe(`<style>${less}</style>${body}`)
})
