import type { Page } from '@playwright/test'

/** The chart library names more of its parts than it has rules for; `on` marks a drawing's own parts. */
const marks = '^(u-\\w+|uplot|on)$'

/** Classes without a rule in the page: the style entry does not read the file that uses them. */
export const withoutRule = (page: Page) =>
  page.evaluate((known) => {
    const ruled = new Set<string>()
    const read = (rules: CSSRuleList) => {
      for (const rule of rules as unknown as Iterable<Partial<CSSStyleRule>>) {
        for (const [name] of rule.selectorText?.matchAll(/\.(?:[\w-]|\\.|[\u0080-\uffff])+/g) ?? [])
          ruled.add(name.slice(1).replace(/\\(.)/g, '$1'))
        if (rule.cssRules) read(rule.cssRules)
      }
    }
    for (const { cssRules } of document.styleSheets) read(cssRules)
    const used = [...document.querySelectorAll('[class]')].flatMap(({ classList }) => [...classList])
    return [...new Set(used)].filter((name) => !ruled.has(name) && !new RegExp(known).test(name))
  }, marks)
