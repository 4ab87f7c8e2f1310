import { expect, test } from 'vitest'
import { withoutFallbacks, withoutForeign } from '../../scripts/trim-styles.mjs'

const mixed = 'color-mix(in oklab, var(--a) 6%, transparent)'
const supports = (rules: string) => `@supports (color:color-mix(in lab, red, red)){${rules}}`

test.each([
  [
    'values for what a browser cannot register',
    '@layer properties{@supports (((a:b)) and (not (c:d))){*,:before{--tw-x:0;--tw-y:0}}}p{top:0}',
    'p{top:0}',
  ],
  [
    'a plain colour beside a mixed one',
    `p{top:0;background:var(--a);left:0}${supports(`p{background:${mixed}}`)}p{right:0}`,
    `p{top:0;left:0;background:${mixed};right:0}`,
  ],
  [
    'only where the mixed one is for the same elements',
    `p{color:red}${supports(`b{color:${mixed}}`)}`,
    `p{color:red}b{color:${mixed}}`,
  ],
  ['no other repetition', 'p{height:100vh;height:100dvh}', 'p{height:100vh;height:100dvh}'],
  ['nothing in brackets or quotes', `p{content:";color:";color:${mixed}}`, `p{content:";color:";color:${mixed}}`],
])('removes %s', (_what, css, less) => {
  expect(withoutFallbacks(css)).toBe(less)
})

test.each([
  ['a rule for nothing of ours', 'p{top:0}[dir=rtl] p{top:1px}b{top:0}', 'p{top:0}b{top:0}'],
  ['one of several selectors', '.modal[open],.modal:target{top:0}', '.modal[open]{top:0}'],
  [
    'no selector with a choice of ours',
    ':is(.modal[open],.modal:target)>p{top:0}',
    ':is(.modal[open],.modal:target)>p{top:0}',
  ],
  [
    'no selector with a choice of ours within a choice',
    '.a:is(:where(.group):is([open],:popover-open) *){top:0}',
    '.a:is(:where(.group):is([open],:popover-open) *){top:0}',
  ],
  ['no class whose name begins as a foreign one does', '.prose-plain{top:0}.prose{top:0}', '.prose-plain{top:0}'],
  ['one with foreign choices alone', ':is(.modal:target,.modal-toggle)>p{top:0}p{top:0}', 'p{top:0}'],
  ['what is left empty around it', '@media (width>=1px){@supports (a:b){[dir=rtl] p{top:0}}}p{top:0}', 'p{top:0}'],
])('removes %s', (_what, css, less) => {
  expect(withoutForeign(css)).toBe(less)
})
