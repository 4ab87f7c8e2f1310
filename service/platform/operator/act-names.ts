/** The parts of an act's name. */
export interface Place {
  /** The command that it belongs to, which the audit names. */
  command: string
  /** The word of its own behind the command, as `stock` of `plans stock`. */
  verb?: string
  /** The placeholder of the word that it takes, as `ID`. */
  place?: string
  /** Whether that word may be left out. */
  isPlaceOptional?: boolean
  /** The option that chooses it among the acts of the same words. */
  option?: string
}

const NAME = /^([a-z-]+)(?: ([a-z][a-z-]*))?(?: (\[?)([A-Z|/]+)\]?)?(?: --([a-z-]+))?$/

export function placeOfName(name: string): Place {
  const [, command, verb, bracket, place, option] = NAME.exec(name) ?? []
  if (command === undefined) throw new Error(`"${name}" is no name of an act`)
  return {
    command,
    ...(verb !== undefined && { verb }),
    ...(place !== undefined && { place, isPlaceOptional: bracket === '[' }),
    ...(option !== undefined && { option }),
  }
}
