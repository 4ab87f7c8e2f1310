import type { Family, Finding, Site, Text } from '../types.ts'

const sentence = (words: string) => words.replace(/^[a-z]/, (letter) => letter.toUpperCase()).replace(/(?<!\.)$/, '.')

/** A message of the renderer says what is wrong, and after the first colon with a space what to write. */
function split(message: string): Pick<Finding, 'problem' | 'remedy'> {
  // The colons of `::: is left` are the mark itself.
  const at = message.search(/(?<!:): /)
  return at < 0
    ? { problem: sentence(message), remedy: '' }
    : { problem: sentence(message.slice(0, at)), remedy: sentence(message.slice(at + 2)) }
}

function* checkText({ file }: Text, { partMistakes }: Site): Generator<Finding> {
  for (const { line, message } of partMistakes.get(file) ?? []) yield { line, rule: 'part', ...split(message) }
}

/** Pictures, notes and tabs, as the renderer of the build finds them. */
export const partRules: Family = { checkText, isForEarlierVersions: true }
