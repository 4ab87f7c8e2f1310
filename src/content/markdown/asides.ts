import type { Custom } from 'satteri'
import * as icons from '#lib/illustration/icons.ts'
import { type ContainerDirective, element, text } from './nodes.ts'
import type { Words } from './words.ts'

const iconOf = { note: icons.info, tip: icons.lightbulb, warning: icons.triangleAlert }
type AsideKind = keyof typeof iconOf

export const asideKinds = Object.keys(iconOf) as AsideKind[]
export const isAsideKind = (name: string): name is AsideKind => Object.hasOwn(iconOf, name)

/** The title in brackets, and the content below it. */
export function splitLabel({ children }: Readonly<ContainerDirective>) {
  const [first, ...rest] = children
  return first?.type === 'paragraph' && first.data?.directiveLabel
    ? { label: first.children, content: rest }
    : { label: undefined, content: [...children] }
}

/** Where the author wrote a title, the kind is the icon's name; else the title says it. */
function icon(kind: AsideKind, name: string | undefined): Custom {
  const meaning = name === undefined ? { ariaHidden: 'true' } : { role: 'img', ariaLabel: name }
  const properties = { className: ['ic'], viewBox: '0 0 24 24', ...meaning }
  return element('svg', properties, [element('path', { d: iconOf[kind] })])
}

/** A note, tip or warning. Its title is no heading: contents and search lead to sections. */
export function createAside(node: Readonly<ContainerDirective>, kind: AsideKind, words: Words): Custom {
  const { label, content } = splitLabel(node)
  const title = element('span', {}, label ?? [text(words[kind])])
  return element('div', { className: ['aside', `aside-${kind}`, 'text'], role: 'note' }, [
    element('p', { className: ['aside-title'] }, [icon(kind, label && words[kind]), title]),
    ...content,
  ])
}
