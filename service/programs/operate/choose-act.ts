import type { Act, Command } from '#service/platform/operator/act.ts'
import { wrongUsage } from '#service/platform/operator/errors.ts'
import { optionOf, type RawInput } from '#service/platform/operator/input.ts'

export interface Chosen {
  act: Act
  word: string | undefined
}

/** The act of a command that the typed words and options name; anything that names none, or two, is refused. */
export function actBy(command: Command, words: readonly string[], input: RawInput): Chosen {
  const { acts, word } = actsOfWords(command, words)
  const act = byOption(acts, input) ?? plainAct(acts, word, input)
  if (!act) throw wrongUsage(`What should happen? Give ${listOf(acts) || verbsOf(command.acts).join(', ')}.`)
  if (word !== undefined && act.place === undefined) throw wrongUsage(`"${word}" has no meaning after ${act.name}.`)
  const [unknown] = unknownOptions(act, input)
  if (unknown !== undefined) throw wrongUsage(`--${unknown} has no meaning for ${act.name}.`)
  return { act, word }
}

/** The acts that the words leave, and the word that is left for them. */
function actsOfWords({ name, acts }: Command, words: readonly string[]): { acts: Act[]; word: string | undefined } {
  const [first, ...others] = words
  const verb = acts.find((act) => act.verb !== undefined && act.verb === first)?.verb
  const left = acts.filter((act) => act.verb === verb)
  const takesWord = left.some(({ place }) => place !== undefined)
  if (verb === undefined && first !== undefined && !takesWord && left.length < acts.length)
    throw wrongUsage(`${name} ${first} has no meaning: ${verbsOf(acts).join(', ')}, or nothing for the list.`)
  const rest = verb === undefined ? words : others
  if (rest.length > (takesWord ? 1 : 0))
    throw wrongUsage(`"${rest.at(-1)}" has no meaning after ${verb === undefined ? name : `${name} ${verb}`}.`)
  return { acts: left, word: rest[0] }
}

export const verbsOf = (acts: readonly Act[]): string[] => [
  ...new Set(acts.flatMap(({ verb }) => (verb === undefined ? [] : [verb]))),
]

/** The act whose option is given. `--close` beside `--answer` is no other act, but a field of that one. */
function byOption(acts: readonly Act[], input: RawInput): Act | undefined {
  const all = acts.filter(({ option }) => option !== undefined && input[option] !== undefined)
  const chosen = all.filter(
    ({ option }) =>
      !all.some(
        (other) => other.option !== option && Object.keys(other.fields).some((name) => optionOf(name) === option),
      ),
  )
  const [act, second] = chosen
  if (!second) return act
  // Two acts have this option: their words tell them apart.
  if (chosen.every(({ option }) => option === act?.option)) return undefined
  throw wrongUsage(`One at a time: ${listOf(chosen)}.`)
}

/** The act without an option of its own that knows most of the given options, and that the word fits. */
function plainAct(acts: readonly Act[], word: string | undefined, input: RawInput): Act | undefined {
  const extra = (act: Act): number =>
    unknownOptions(act, input).length + Number(act.place === undefined && word !== undefined)
  const misfit = ({ place, isPlaceOptional }: Act): number =>
    Number(place === undefined ? word !== undefined : word === undefined && !isPlaceOptional)
  const plain = acts.filter(({ option }) => option === undefined)
  const [best] = [...plain].sort((one, other) => extra(one) - extra(other) || misfit(one) - misfit(other))
  if (best && unknownOptions(best, input).length > 0) {
    // That act refuses the missing option in its own words.
    const owner = acts.find((act) => hasRequiredOption(act) && unknownOptions(act, input).length === 0)
    if (owner) return owner
  }
  const needsOption = word !== undefined && best?.place === undefined && acts.some(({ place }) => place !== undefined)
  return needsOption ? undefined : best
}

const hasRequiredOption = ({ fields, option }: Act): boolean =>
  Object.entries(fields).some(([name, { isRequired }]) => isRequired && optionOf(name) === option)

const unknownOptions = ({ fields, option }: Act, input: RawInput): string[] => {
  const known = Object.keys(fields).map(optionOf)
  return Object.keys(input).filter((name) => name !== option && !known.includes(name))
}

function listOf(acts: readonly Act[]): string {
  const options = [...new Set(acts.flatMap(({ option }) => (option === undefined ? [] : [`--${option}`])))]
  return options.length < 2 ? options.join('') : `${options.slice(0, -1).join(', ')} or ${options.at(-1)}`
}
