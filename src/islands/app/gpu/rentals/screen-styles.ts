/**
 * xterm.js writes rules into style elements and style attributes, which the policy of the pages blocks. This document for it puts
 * rules into style sheets, and attributes into the style of their element, as the policy allows scripts to do. All else is the
 * page's own document.
 */
export function documentForTerminal() {
  const sheets: CSSStyleSheet[] = []
  const createElement = (name: string): HTMLElement => {
    if (name === 'style') return createSheet(sheets)
    const element = Document.prototype.createElement.call(document, name)
    if (name !== 'span') return element
    element.setAttribute = (attribute, value) => {
      if (attribute === 'style') element.style.cssText = value
      else Element.prototype.setAttribute.call(element, attribute, value)
    }
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
    /** Its scroll bar takes the page's document, whatever it is told. */
    during(work: () => void): void {
      Reflect.set(document, 'createElement', createElement)
      try {
        work()
      } finally {
        Reflect.deleteProperty(document, 'createElement')
      }
    },
    dispose(): void {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => !sheets.includes(one))
    },
  }
}

/** An element that shows nothing, whose text is the rules of a style sheet. */
function createSheet(sheets: CSSStyleSheet[]): HTMLElement {
  const sheet = new CSSStyleSheet()
  sheets.push(sheet)
  document.adoptedStyleSheets.push(sheet)
  const element = Document.prototype.createElement.call(document, 'template')
  Object.defineProperty(element, 'textContent', { get: () => '', set: (rules: string) => sheet.replaceSync(rules) })
  return element
}
