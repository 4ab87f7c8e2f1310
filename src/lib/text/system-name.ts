export type System = 'windows' | 'oldWindows' | 'android' | 'ios' | 'mac' | 'linux' | 'other'

/** The system that a browser says it runs on. Windows 11 calls itself 10; both have what the miner needs. */
export function systemOf(userAgent: string): System {
  const windows = /Windows NT (\d+)/.exec(userAgent)
  if (windows) return Number(windows[1]) >= 10 ? 'windows' : 'oldWindows'
  if (/Android/.test(userAgent)) return 'android'
  if (/iPhone|iPad|iPod/.test(userAgent)) return 'ios'
  if (/Mac OS X|Macintosh/.test(userAgent)) return 'mac'
  return /Linux|CrOS/.test(userAgent) ? 'linux' : 'other'
}
