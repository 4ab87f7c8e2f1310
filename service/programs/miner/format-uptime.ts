/** For example `2 d 03:04:05`. */
export function formatUptime(seconds: number): string {
  const two = (value: number) => String(Math.floor(value)).padStart(2, '0')
  const days = Math.floor(seconds / 86_400)
  const clock = `${two((seconds % 86_400) / 3600)}:${two((seconds % 3600) / 60)}:${two(seconds % 60)}`
  return days > 0 ? `${days} d ${clock}` : clock
}
