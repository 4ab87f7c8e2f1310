import { useEffect, useEffectEvent, useState } from 'react'

interface CountdownOptions {
  /** Unix milliseconds of the service's clock. */
  deadline: number
  /** The service's clock in Unix milliseconds, for example the browser's plus the known offset. */
  now: () => number
  /** Called once when the deadline is reached: the place to ask the service. */
  onEnd?: () => void
}

const secondsTo = (deadline: number, now: number) => Math.max(0, Math.ceil((deadline - now) / 1000))

/**
 * Whole seconds left to a deadline. It is read from the clock at every tick, so a sleeping tab cannot make it wrong,
 * and ticks fall on the deadline's own seconds.
 */
export function useCountdown({ deadline, now, onEnd }: CountdownOptions): number {
  const [left, setLeft] = useState(() => secondsTo(deadline, now()))
  const readNow = useEffectEvent(now)
  const end = useEffectEvent(() => onEnd?.())

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>
    function tick() {
      const rest = deadline - readNow()
      setLeft(secondsTo(deadline, deadline - rest))
      if (rest <= 0) return end()
      timer = setTimeout(tick, rest % 1000 || 1000)
    }
    tick()
    return () => clearTimeout(timer)
  }, [deadline])

  return left
}
