/** The element with an id. Throws where the page has none of this kind. */
export function byId<T extends Element>(id: string, kind: { new (): T; readonly name: string }): T {
  const element = document.getElementById(id)
  if (element instanceof kind) return element
  throw new Error(`the page has no ${kind.name} named ${id}`)
}

export const html = (id: string): HTMLElement => byId(id, HTMLElement)
export const input = (id: string): HTMLInputElement => byId(id, HTMLInputElement)
export const button = (id: string): HTMLButtonElement => byId(id, HTMLButtonElement)
export const link = (id: string): HTMLAnchorElement => byId(id, HTMLAnchorElement)

/** Changes a text only where it differs: an equal one would be read aloud again. */
export function setText(element: Element, text: string): void {
  if (element.textContent !== text) element.textContent = text
}

/** Shows the state in a field, unless its user is at it. */
export function setValue(element: HTMLInputElement, value: number | boolean | undefined): void {
  if (typeof value === 'boolean') element.checked = value
  else if (value !== undefined && document.activeElement !== element) element.value = String(value)
}
