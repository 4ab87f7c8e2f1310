import { satteri } from '@astrojs/markdown-satteri'
import { defineMdastPlugin, type MdastNode, type MdastVisitorContext, type PluginFactoryContext } from 'satteri'
import { isLocale, type Locale } from '#lib/i18n/locales.ts'
import { asideKinds, createAside, isAsideKind } from './asides.ts'
import { type ContainerDirective, element, text } from './nodes.ts'
import { findPicture } from './pictures.ts'
import { reportProblem, sourceOf, TextProblemsError } from './problems.ts'
import { createTabs } from './tabs.ts'
import { wordsOf } from './words.ts'

type Image = Extract<MdastNode, { type: 'image' }>

/** The place of a text: `…/faq/zh/start/pc.md`. */
function placeOf(fileURL: URL | undefined): { folder: string; locale: Locale; name: string } {
  const [, folder = '', locale = '', name = ''] =
    /\/([\w-]+)\/(en|zh)\/(?:[^/]+\/)*([^/]+)\.md$/.exec(fileURL?.pathname ?? '') ?? []
  if (!isLocale(locale)) throw new Error(`${fileURL} is no text of a language`)
  return { folder, locale, name }
}

/** The service sends legal texts and answers about the market as Markdown, to clients that know neither pictures nor directives. */
const isSentOut = (folder: string, { data }: PluginFactoryContext) =>
  folder === 'legal' || Object.hasOwn((data.astro as { frontmatter: object }).frontmatter, 'types')
const PLAIN = 'this text is sent out as plain Markdown too: say it in sentences, lists and tables'

/** As the renderer writes them in running text; it leaves titles as they are. */
const withApostrophes = (title: string) => title.replace(/(?<=\p{L})'(?=\p{L})/gu, '’')

const fenceLine = /^:{3,}[\w-]+(?:\[.*\])?(?:\{.*\})?[ \t]*$/
const closingFence = /\n[ \t>]*:{3,}[ \t]*$/

/** Mistakes by which the content of a directive would be lost or taken in too far. */
function fenceProblem(source: string, name: string): string | undefined {
  const [first = ''] = source.split('\n')
  if (!fenceLine.test(first))
    return `:::${name} has its title without brackets: write :::${name}[${first.replace(/^:+[\w-]+\s*\[?|\]?\s*$/g, '')}]`
  if (!closingFence.test(source))
    return `:::${name} is not closed: write ::: below it. What holds another one takes a colon more: ::::${name}`
  return undefined
}

/** Pictures, asides and tabs of the site's texts, and the mistakes in them. */
function createParts(factory: PluginFactoryContext) {
  const { folder, locale, name } = placeOf(factory.fileURL)
  const words = wordsOf(locale)
  const isPlain = isSentOut(folder, factory)
  let tabs = 0

  function createContainer(node: Readonly<ContainerDirective>) {
    if (isAsideKind(node.name)) return createAside(node, node.name, words)
    tabs += 1
    return createTabs(node, { name: `${name}-tabs-${tabs}`, words })
  }

  async function showPicture(node: Readonly<Image>, ctx: MdastVisitorContext): Promise<void> {
    const written = `![${node.alt}](${node.url})`
    const parent = ctx.parent(node)
    if (isPlain) return reportProblem(ctx, node, `${written}: ${PLAIN}`)
    if (!node.alt?.trim())
      return reportProblem(ctx, node, `${written} has no text in its brackets: write there what the picture shows`)
    if (parent?.type !== 'paragraph' || parent.children.length > 1)
      return reportProblem(ctx, node, `${written} stands in a line of text: put empty lines around it`)
    const found = await findPicture(node.url, factory.fileURL as URL)
    if (typeof found === 'string') return reportProblem(ctx, node, `the picture ${node.url} ${found}`)
    const line = node.position?.start.line
    const picture = element('img', { dataPicture: found.day, dataNight: found.night, dataLine: line, alt: node.alt })
    const caption = node.title ? [element('figcaption', {}, [text(withApostrophes(node.title))])] : []
    ctx.replaceNode(parent, element('figure', { className: ['picture'] }, [picture, ...caption]))
  }

  return defineMdastPlugin({
    name: 'parts',
    options: { position: true },
    image: showPicture,
    imageReference: (node, ctx) =>
      reportProblem(ctx, node, `${sourceOf(ctx, node)}: write the picture's name in its place, as ![text](./name.png)`),
    html(node, ctx) {
      if (/<(?:img|picture|svg|script|iframe|video|object|embed)\b/i.test(node.value))
        reportProblem(ctx, node, `${node.value.split('\n')[0]}: write pictures as ![text](./name.png)`)
    },
    containerDirective(node, ctx) {
      if (isPlain) return reportProblem(ctx, node, `:::${node.name}: ${PLAIN}`)
      if (!isAsideKind(node.name) && node.name !== 'tabs')
        return reportProblem(ctx, node, `there is no :::${node.name}: write one of ${asideKinds.join(', ')} or tabs`)
      const problem = fenceProblem(sourceOf(ctx, node), node.name)
      if (problem) return reportProblem(ctx, node, problem)
      const container = createContainer(node)
      if (container) ctx.replaceNode(node, container as unknown as MdastNode)
      else reportProblem(ctx, node, ':::tabs needs a heading for each tab, from its first line on, and at least two')
    },
    leafDirective: (node, ctx) =>
      reportProblem(
        ctx,
        node,
        `there is no ::${node.name}: tabs are parted by headings, notes begin with three colons`,
      ),
    textDirective(node, ctx) {
      const written = sourceOf(ctx, node)
      // A time of day, or a word after a colon.
      if (written === `:${node.name}`) ctx.replaceNode(node, text(written))
      else reportProblem(ctx, node, `${written} is read as a command: write a space after the colon`)
    },
    text(node, ctx) {
      if (node.value.includes(':::'))
        reportProblem(
          ctx,
          node,
          '::: is left in the text: write :::note without spaces in a line of its own; what holds another one takes a colon more',
        )
    },
    after(_, ctx) {
      if (ctx.data.problems) throw new TextProblemsError(ctx.data.problems)
    },
  })
}

/** Renders the Markdown of the site's texts (ADR-162). */
export const processor = satteri({ features: { directive: true }, mdastPlugins: [createParts] })
