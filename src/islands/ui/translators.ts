/**
 * A page translator replaces React's text nodes by its own elements: React then writes to invisible nodes, and removing
 * them throws (facebook/react#11538). So the page remembers the replacement of each text. A changed text is put back,
 * for the translator to translate again; a removed text removes its replacement.
 */

const replacements = new WeakMap<Node, Element>()
/** Members of `replacements`: each replaces one text. */
const taken = new WeakSet<Element>()

/** React marks the elements that it has made. */
const isForeign = (node: Node | null): node is Element =>
  node instanceof Element && !Object.keys(node).some((key) => key.startsWith('__react'))

/** Forgets the replacement of a text, and returns it. */
function take(text: Node): Element | undefined {
  const found = replacements.get(text)
  replacements.delete(text)
  Reflect.deleteProperty(text, 'nodeValue')
  return found
}

function remember(text: Text, standIn: Element): void {
  replacements.set(text, standIn)
  taken.add(standIn)
  Object.defineProperty(text, 'nodeValue', {
    configurable: true,
    get: () => text.data,
    set: (data: string) => {
      text.data = data
      take(text)?.replaceWith(text)
    },
  })
}

/** Current node of a child: itself, its replacement, or undefined if it was removed unseen. */
function replacementOf(parent: Node, child: Node): Node | null {
  if (child.parentNode === parent) return child
  const standIn = replacements.get(child)
  if (standIn?.parentNode === parent) return standIn
  return child instanceof Text && !child.parentNode ? null : child
}

/** React's methods that remove texts, or insert nodes before them. */
function repair(): void {
  const { removeChild, insertBefore } = Node.prototype
  Node.prototype.removeChild = function <Child extends Node>(child: Child): Child {
    const found = replacementOf(this, child)
    if (found) removeChild.call(this, found)
    take(child)
    return child
  }
  Node.prototype.insertBefore = function <Child extends Node>(child: Child, before: Node | null): Child {
    take(child)?.remove()
    insertBefore.call(this, child, before && replacementOf(this, before))
    return child
  }
}

let isRepaired = false

function repairChanges(records: readonly MutationRecord[]): void {
  for (const { removedNodes, addedNodes, previousSibling, nextSibling } of records)
    for (const text of removedNodes) {
      if (!(text instanceof Text) || text.parentNode) continue
      const standIn = [...addedNodes, previousSibling, nextSibling].find(
        (node): node is Element => isForeign(node) && !taken.has(node),
      )
      if (!standIn) continue
      if (!isRepaired) repair()
      isRepaired = true
      remember(text, standIn)
    }
}

new MutationObserver(repairChanges).observe(document.body, { childList: true, subtree: true })

export {}
