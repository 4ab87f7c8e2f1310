/**
 * A page translator puts elements of its own in the place of the texts that React keeps: what React writes into such a text
 * nobody sees, and taking it away fails (facebook/react#11538). So the page remembers what stands for a text. One that changes
 * comes back, for the translator to take again; what is taken away takes along what stands for it.
 */

const replacements = new WeakMap<Node, Element>()
/** Those of `standIns`: each stands for one text. */
const taken = new WeakSet<Element>()

/** React marks the elements that it has made. */
const isForeign = (node: Node | null): node is Element =>
  node instanceof Element && !Object.keys(node).some((key) => key.startsWith('__react'))

/** Forgets what stands for a text, and gives it. */
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

/** What stands for a child of a node: itself, another element, or nothing where it was taken unseen. */
function replacementOf(parent: Node, child: Node): Node | null {
  if (child.parentNode === parent) return child
  const standIn = replacements.get(child)
  if (standIn?.parentNode === parent) return standIn
  return child instanceof Text && !child.parentNode ? null : child
}

/** The ways in which React takes texts away, and puts others before them. */
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
