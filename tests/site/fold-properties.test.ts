import { expect, test } from 'vitest'
import { withConstants } from '../../scripts/fold-properties.mjs'

const cases: readonly [what: string, css: string, folded: string, body?: string, scripts?: string[]][] = [
  ['a value of the root', ':root{--a:1px}p{top:var(--a)}', ':root{--a:1px}p{top:1px}'],
  [
    'a value of a layer, behind a comment',
    '/*! x */\n@layer theme{:root,:host{--a:1px}}p{top:var(--a)}',
    '/*! x */\n@layer theme{:root,:host{--a:1px}}p{top:1px}',
  ],
  [
    'a value that both schemes set',
    ':where(:root),[data-theme=day]{--a:1px;--b:1px}[data-theme=night]{--a:1px;--b:2px}p{top:var(--a);left:var(--b)}',
    ':where(:root),[data-theme=day]{--a:1px;--b:1px}[data-theme=night]{--a:1px;--b:2px}p{top:1px;left:var(--b)}',
  ],
  ['a product of it', ':root{--a:.25rem}p{top:calc(var(--a) * 6)}', ':root{--a:.25rem}p{top:1.5rem}'],
  ['a negative product', ':root{--a:.25rem}p{top:calc(var(--a) * -3)}', ':root{--a:.25rem}p{top:-.75rem}'],
  ['no product of two units', ':root{--a:2px}p{top:calc(var(--a) * 3px)}', ':root{--a:2px}p{top:calc(2px * 3px)}'],
  ['a value through another', ':root{--a:1px;--b:var(--a)}p{top:var(--b)}', ':root{--a:1px;--b:1px}p{top:1px}'],
  ['no value of some elements', 'b{--a:1px}p{top:var(--a)}', 'b{--a:1px}p{top:var(--a)}'],
  [
    'no value under a condition',
    '@media print{:root{--a:1px}}p{top:var(--a)}',
    '@media print{:root{--a:1px}}p{top:var(--a)}',
  ],
  [
    'no value that a condition changes',
    ':root{--a:1px}@media print{:root{--a:2px}}p{top:var(--a)}',
    ':root{--a:1px}@media print{:root{--a:2px}}p{top:var(--a)}',
  ],
  [
    'no value that names a changing one',
    ':root{--a:var(--b);--b:1px}b{--b:2px}p{top:var(--a)}',
    ':root{--a:var(--b);--b:1px}b{--b:2px}p{top:var(--a)}',
  ],
  [
    'no value that the page names',
    ':root{--a:1px}p{top:var(--a)}',
    ':root{--a:1px}p{top:var(--a)}',
    '<p style="--a:2px">',
  ],
  ['no value that a script names', ':root{--a:1px}p{top:var(--a)}', ':root{--a:1px}p{top:var(--a)}', '', ['--a']],
  [
    'no value of a name that a script puts together',
    ':root{--a-1:1px}p{top:var(--a-1)}',
    ':root{--a-1:1px}p{top:var(--a-1)}',
    '',
    ['--a-'],
  ],
  ['the fallback of what nothing sets', 'p{top:var(--a,1px)}', 'p{top:1px}'],
  ['a fallback with brackets', 'p{top:var(--a,calc(1px + (2px)))}', 'p{top:calc(1px + (2px))}'],
  ['an empty fallback', 'p{filter:var(--a,) blur(1px)}', 'p{filter: blur(1px)}'],
  ['no missing fallback', 'p{top:var(--a)}', 'p{top:var(--a)}'],
  ['no empty fallback of what something sets', 'b{--a:x}p{filter:var(--a,)}', 'b{--a:x}p{filter:var(--a,)}'],
  [
    'the registered value of what nothing sets',
    '@property --a{syntax:"*";inherits:false;initial-value:solid}p{border-style:var(--a)}',
    '@property --a{syntax:"*";inherits:false;initial-value:solid}p{border-style:solid}',
  ],
  [
    'the fallback of what is registered without a value',
    '@property --a{syntax:"*";inherits:false}p{top:var(--a,1px)}',
    '@property --a{syntax:"*";inherits:false}p{top:1px}',
  ],
  [
    'shadows of nothing',
    '@property --a{initial-value:0 0 #0000}b{--s:1px}p{box-shadow:var(--a),var(--a),var(--s)}',
    '@property --a{initial-value:0 0 #0000}b{--s:1px}p{box-shadow:var(--s)}',
  ],
]

test.each(cases)('folds %s', (_what, css, folded, body = '', scripts = []) => {
  expect(withConstants(`<style>${css}</style>${body}`, scripts)).toBe(`<style>${folded}</style>${body}`)
})
