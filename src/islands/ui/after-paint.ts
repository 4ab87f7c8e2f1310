/** Without painting, as in a background tab, a frame is awaited for at most this long. */
const LONGEST_FRAME_MS = 200

/** Runs once after the current content was painted. `cancel` returns true if it had not run. */
export function afterPaint(run: () => void): { cancel(): boolean } {
  let isDone = false
  const finish = (): boolean => {
    if (isDone) return false
    isDone = true
    cancelAnimationFrame(frame)
    for (const timer of timers) clearTimeout(timer)
    return true
  }
  const runOnce = () => void (finish() && run())
  const timers = [setTimeout(runOnce, LONGEST_FRAME_MS)]
  // A frame's callbacks come before its painting, a timer of theirs after it.
  const frame = requestAnimationFrame(() => void timers.push(setTimeout(runOnce)))
  return { cancel: finish }
}
