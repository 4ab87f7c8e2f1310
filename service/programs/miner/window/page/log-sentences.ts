import type { LogLine } from '../window-display.ts'

/** The text of a key in the language of the page; undefined where there is none. */
type FindText = (key: string, values?: LogLine['values']) => string | undefined
type FormatTime = (unixSeconds: number) => string

function pauseSentence({ values }: LogLine, find: FindText, format: FormatTime): string | undefined {
  const end = values.until ?? values.from
  return typeof end === 'number'
    ? find(`pause.${values.reason}Until`, { time: format(end) })
    : find(`pause.${values.reason}`, values)
}

function sentencesOf(line: LogLine, find: FindText, format: FormatTime): (string | undefined)[] {
  const { code, values } = line
  switch (code) {
    case 'paused':
      return [pauseSentence(line, find, format)]
    case 'start':
      return [find('log.lines.start', { ...values, engine: find(`work.${values.engine}`) })]
    case 'online':
      return [find('log.lines.online'), ...(values.dropped ? [find('log.lines.dropped', values)] : [])]
    default:
      return [find(`log.lines.${code}`, values)]
  }
}

/** A line of the log in the language of the page, or in English where that has no words for it. */
export function logSentences(line: LogLine, find: FindText, format: FormatTime): string[] {
  const found = sentencesOf(line, find, format).filter((sentence) => sentence !== undefined)
  return found.length > 0 ? found : [line.text]
}
