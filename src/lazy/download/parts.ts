/** Texts of the page by their keys, from `data-download` (components/landing/service/download-texts.ts). */
export type Texts = Readonly<Record<string, string>>

/** The element that bears `data-<name>`. */
export const part = <E extends HTMLElement>(within: ParentNode, name: string): E | null =>
  within.querySelector<E>(`[data-${name}]`)

export const parts = (within: ParentNode, name: string): HTMLElement[] => [
  ...within.querySelectorAll<HTMLElement>(`[data-${name}]`),
]

export function fillFacts(place: ParentNode, facts: Readonly<Record<string, string>>): void {
  for (const fact of parts(place, 'fact')) {
    const text = facts[fact.dataset.fact ?? '']
    if (text !== undefined) fact.textContent = text
  }
}
