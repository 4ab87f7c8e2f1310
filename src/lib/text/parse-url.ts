/** The address that a text names, or undefined where it names none. `URL.canParse` is newer than our oldest browsers. */
export function parseUrl(text: string, base?: string): URL | undefined {
  try {
    return new URL(text, base)
  } catch {
    return undefined
  }
}
