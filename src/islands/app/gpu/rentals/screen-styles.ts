/**
 * A document for xterm.js. It writes rules into style elements, which the policy of the pages blocks; in their place they go
 * into style sheets of the document, which the policy allows scripts to make. Its nodes are the document's own.
 */
export function documentForTerminal(): { document: Document; dispose(): void } {
  const sheets: CSSStyleSheet[] = []
  const createElement = (name: string): HTMLElement => {
    const element = document.createElement(name)
    if (name !== 'style') return element
    const sheet = new CSSStyleSheet()
    sheets.push(sheet)
    document.adoptedStyleSheets.push(sheet)
    Object.defineProperty(element, 'textContent', {
      get: () => '',
      set: (rules: string) => sheet.replaceSync(rules),
    })
    return element
  }
  const proxy = new Proxy(document, {
    get(target, name) {
      if (name === 'createElement') return createElement
      const value: unknown = Reflect.get(target, name, target)
      return typeof value === 'function' ? value.bind(target) : value
    },
    set: (target, name, value) => Reflect.set(target, name, value, target),
  })
  return {
    document: proxy,
    dispose() {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => !sheets.includes(one))
    },
  }
}
