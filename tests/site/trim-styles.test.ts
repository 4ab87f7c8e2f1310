import { expect, test } from 'vitest'
import { withoutFallbacks, withoutForeign, withoutIdle } from '../../scripts/trim-styles.mjs'

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

const flat = ':root{--depth:0;--noise:0}'
test.each([
  ['a prefix without its dash', 'p{webkit-mask:none;top:0}', 'p{top:0}'],
  ['the first of two equal declarations', 'p{top:0;top:0;left:0}', 'p{top:0;left:0}'],
  ['no declaration that only begins alike', 'p{top:0;top:0px}', 'p{top:0;top:0px}'],
  [
    'shadows without depth',
    `${flat}p{--btn-inset:0 .5px oklch(100% 0 0 / calc(var(--depth) * 6%));top:0;text-shadow:0 .5px oklch(100% 0 0 / calc(var(--depth) * .15))}`,
    `${flat}p{top:0;}`,
  ],
  [
    'no shadow that has its size from the depth',
    `${flat}p{box-shadow:0 2px calc(var(--depth) * 3px) -2px red}`,
    `${flat}p{box-shadow:0 2px calc(var(--depth) * 3px) -2px red}`,
  ],
  ['a grain of nothing', `${flat}p{background-image:none, var(--fx-noise);top:0}`, `${flat}p{top:0}`],
  [
    'no shadow where a scheme has depth',
    '.a{--depth:1}:root{--depth:0}p{text-shadow:0 1px rgb(0 0 0 / calc(var(--depth) * .1))}',
    '.a{--depth:1}:root{--depth:0}p{text-shadow:0 1px rgb(0 0 0 / calc(var(--depth) * .1))}',
  ],
])('removes %s', (_what, css, less) => {
  expect(withoutIdle(css)).toBe(less)
})
