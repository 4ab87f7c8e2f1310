/** Hashes a second with three or four digits, for example `12.34 MH/s`. */
export function formatRate(hashesPerSecond: number): string {
  const units = ['H/s', 'kH/s', 'MH/s', 'GH/s', 'TH/s']
  let value = hashesPerSecond
  let unit = 0
  while (value >= 1000 && unit < units.length - 1) {
    value /= 1000
    unit += 1
  }
  return `${value.toFixed(value < 100 ? 2 : 1)} ${units[unit]}`
}
