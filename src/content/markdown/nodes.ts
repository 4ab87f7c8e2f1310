import type { Custom, MdastNode } from 'satteri'

export type ContainerDirective = Extract<MdastNode, { type: 'containerDirective' }>

type Children = NonNullable<Custom['children']>

/** An element of HTML among the nodes of Markdown. Properties are named as in hast: `className`, `ariaLabel`. */
export const element = (name: string, properties: Record<string, unknown>, children: Children = []): Custom => ({
  type: name,
  data: { hName: name, hProperties: properties } as Custom['data'],
  children,
})

export const text = (value: string) => ({ type: 'text' as const, value })
