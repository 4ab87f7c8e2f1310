import { sourcesOf } from './client-address.ts'

export interface SourcePlaces {
  /** Takes a place for an address and returns its release; undefined when the address's source holds `max` already. */
  take(address: string, max: number): (() => void) | undefined
}

/** Counts what each source holds at the same time, by the widest network that may be one client's. */
export function createSourcePlaces(): SourcePlaces {
  const held = new Map<string, number>()
  return {
    take(address, max) {
      const source = sourcesOf(address).at(-1) as string
      const count = held.get(source) ?? 0
      if (count >= max) return undefined
      held.set(source, count + 1)
      let isHeld = true
      return () => {
        if (!isHeld) return
        isHeld = false
        const left = (held.get(source) ?? 0) - 1
        if (left > 0) held.set(source, left)
        else held.delete(source)
      }
    },
  }
}
