/**
 * For `page.evaluate`: acts as a page translator. Each translatable text becomes two `font` elements with another text, now and
 * whenever the page changes.
 */
export function translatePage(): void {
  const translate = (root: Node) => {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
    const texts: Text[] = []
    while (walker.nextNode()) texts.push(walker.currentNode as Text)
    for (const text of texts) {
      const parent = text.parentElement
      const isLeft = !parent || parent.closest('font, [translate=no], script, style, textarea, noscript')
      if (isLeft || !text.data.trim()) continue
      const [outer, inner] = [document.createElement('font'), document.createElement('font')]
      inner.textContent = `«${text.data}»`
      outer.append(inner)
      text.replaceWith(outer)
    }
  }
  document.documentElement.classList.add('translated-ltr')
  new MutationObserver((records) => {
    for (const { target, addedNodes, type } of records)
      if (type === 'characterData') translate(target.parentNode ?? target)
      else
        for (const node of addedNodes) if (node.isConnected) translate(node.nodeType === Node.TEXT_NODE ? target : node)
  }).observe(document.body, { childList: true, subtree: true, characterData: true })
  translate(document.body)
}
