import type { MdastNode, MdastVisitorContext } from 'satteri'

/** A mistake in a text: the line, what is wrong there, and what to write. */
export interface TextProblem {
  line: number
  message: string
}

declare module 'satteri' {
  interface DataMap {
    problems: TextProblem[]
  }
}

/** All mistakes of a text. Lines are those of the Markdown that was rendered, without its front matter. */
export class TextProblemsError extends Error {
  override readonly name = 'TextProblemsError'
  readonly problems: readonly TextProblem[]

  constructor(problems: readonly TextProblem[]) {
    super(problems.map(({ line, message }) => `line ${line}: ${message}`).join('\n'))
    this.problems = problems
  }
}

type Positioned = Readonly<Pick<MdastNode, 'position'>>

export function reportProblem(ctx: MdastVisitorContext, node: Positioned, message: string): void {
  ctx.data.problems ??= []
  ctx.data.problems.push({ line: node.position?.start.line ?? 1, message })
}

/** The Markdown that a node was written with. */
export const sourceOf = (ctx: MdastVisitorContext, { position }: Positioned): string =>
  ctx.source.slice(position?.start.offset, position?.end.offset)

/** Lines of a file above those that are rendered, which begin with the end of its front matter. */
export const headLines = (file: string): number =>
  (/^---\n[\s\S]*?\n---(?=\n)/.exec(file)?.[0].split('\n').length ?? 1) - 1

/**
 * The mistakes that ended a rendering, by line; undefined for any other error. By its name: Astro loads the renderer with its
 * configuration and the loader with the site, so that each has a class of its own.
 */
export function problemsIn(error: unknown): TextProblem[] | undefined {
  if (!(error instanceof Error) || error.name !== 'TextProblemsError') return undefined
  return (error as TextProblemsError).problems.toSorted((one, other) => one.line - other.line)
}
