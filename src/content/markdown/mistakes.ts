import { headLines, problemsIn, type TextProblem } from './problems.ts'
import { processor } from './processor.ts'

const renderer = await processor.createRenderer({ syntaxHighlight: false })
const headOf = (text: string) => /^---\n([\s\S]*?)\n---/.exec(text)?.[1] ?? ''

/** The mistakes in the pictures, asides and tabs of a text, by the lines of its file. Figures have to be filled in. */
export async function mistakesIn(fileURL: URL, text: string): Promise<readonly TextProblem[]> {
  const head = headOf(text)
  const frontmatter = Object.fromEntries([...head.matchAll(/^(\w+):/gm)].map(([, name]) => [name, true]))
  try {
    await renderer.render(text.replace(`---\n${head}\n---`, ''), { fileURL, frontmatter })
    return []
  } catch (error) {
    const problems = problemsIn(error)
    if (!problems) throw error
    return problems.map(({ line, message }) => ({ line: line + headLines(text), message }))
  }
}
