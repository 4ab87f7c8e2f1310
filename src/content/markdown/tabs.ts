import type { Custom } from 'satteri'
import { splitLabel } from './asides.ts'
import { type ContainerDirective, element } from './nodes.ts'
import type { Words } from './words.ts'

type Content = ContainerDirective['children'][number]
type Heading = Extract<Content, { type: 'heading' }>

interface Tab {
  heading: Heading
  content: Content[]
}

/** The content from each heading of the first one's level to the next; undefined if something stands before the first. */
function splitTabs(content: readonly Content[]): Tab[] | undefined {
  const tabs: Tab[] = []
  for (const node of content) {
    if (node.type === 'heading' && node.depth === (tabs[0]?.heading.depth ?? node.depth))
      tabs.push({ heading: node, content: [] })
    else if (tabs.length === 0) return undefined
    else tabs.at(-1)?.content.push(node)
  }
  return tabs
}

interface TabsOptions {
  /** Unlike that of any other tabs on the page. */
  name: string
  words: Words
}

/**
 * Tabs as a group of radio buttons, which works without a script. Each heading is the label of its button, so that without
 * styles, on paper and in search it parts the text. Undefined if the content is not that of at least two tabs.
 */
export function createTabs(node: Readonly<ContainerDirective>, { name, words }: TabsOptions): Custom | undefined {
  const { label, content } = splitLabel(node)
  const tabs = splitTabs(content)
  if (!tabs || tabs.length < 2) return undefined
  const children = tabs.flatMap(({ heading, content }, index) => {
    const id = `${name}-${index + 1}`
    return [
      element('input', { type: 'radio', name, id, ...(index === 0 && { checked: true }) }),
      { ...heading, children: [element('label', { htmlFor: id }, heading.children)] } as unknown as Custom,
      element('div', { className: ['text'] }, content),
    ]
  })
  const [title] = label ?? []
  const ariaLabel = title?.type === 'text' ? title.value : words.system
  return element('fieldset', { className: ['tabs'], ariaLabel }, children)
}
