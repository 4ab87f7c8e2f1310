/** Where nothing is painted, as in a tab behind another, no frame is waited for longer than this. */
const LONGEST_FRAME_MS = 200

/** Runs once, when what stands now has been painted. `cancel` says whether it was still to come. */
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
