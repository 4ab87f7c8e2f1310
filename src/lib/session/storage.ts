/** Browser storage. Full or forbidden storage is replaced by this tab's memory. */

const memory = new Map<string, string>()

/** The value of a key, from the browser's storage or from this tab's memory. */
export function remembered(key: string): string | undefined {
  const held = memory.get(key)
  if (held !== undefined) return held
  try {
    return localStorage.getItem(key) ?? undefined
  } catch {
    return undefined
  }
}

/** Stores a value; returns true if it outlives this tab. */
export function remember(key: string, value: string): boolean {
  try {
    localStorage.setItem(key, value)
    memory.delete(key)
    return true
  } catch {
    memory.set(key, value)
    return false
  }
}

/** Removes a value from storage and from this tab. */
export function forget(key: string): void {
  memory.delete(key)
  try {
    localStorage.removeItem(key)
  } catch {
    // Storage is unavailable, so nothing was stored.
  }
}
