/** Bytes as people read them: "84.1 MB". */
export function sizeText(bytes: number): string {
  const units = ['B', 'kB', 'MB', 'GB']
  let value = bytes
  let index = 0
  while (value >= 1000 && index < units.length - 1) {
    value /= 1000
    index += 1
  }
  return `${value.toFixed(index === 0 ? 0 : 1)} ${units[index]}`
}
