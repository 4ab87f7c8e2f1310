import { useState } from 'react'
import { clock, secondsUntilSettlement } from '#lib/time/duration.ts'
import { CopyButton } from '#ui/copy-button.tsx'
import { useCountdown } from '#ui/countdown.ts'
import { CountdownRing, ExpiringCode } from '#ui/countdown-ring.tsx'
import { t } from './texts.ts'

const now = () => Date.now()

function Code({ seconds }: { seconds: number }) {
  const [deadline, setDeadline] = useState(() => now() + seconds * 1000)
  const [ended, setEnded] = useState(0)
  const left = useCountdown({ deadline, now, onEnd: () => setEnded((count) => count + 1) })
  return (
    <div className="well p-4 flex flex-wrap items-center gap-5">
      <CountdownRing
        secondsLeft={left}
        secondsTotal={60}
        label={t('countdown.label', { count: left })}
        text={t('countdown.seconds', { count: left })}
      />
      <ExpiringCode groups={['7K4M', '2QXA']} expired={left === 0} />
      <button
        type="button"
        className={`btn btn-sm ${left === 0 ? 'btn-primary' : 'btn-line'}`}
        onClick={() => setDeadline(now() + seconds * 1000)}
      >
        {t('countdown.refresh')}
      </button>
      <span className="text-sm text-faint">{t('countdown.ended', { count: ended })}</span>
    </div>
  )
}

export function Countdowns() {
  const [midnight] = useState(() => now() + secondsUntilSettlement(now() / 1000) * 1000)
  const left = useCountdown({ deadline: midnight, now })
  const words = {
    label: t('countdown.copy'),
    copiedLabel: t('countdown.copied'),
    failedText: t('countdown.copyFailed'),
  }
  return (
    <>
      <Code seconds={60} />
      <Code seconds={9} />
      <Code seconds={0} />
      <p className="num">{t('countdown.settles', { time: clock(left) })}</p>
      <div className="flex items-center gap-2">
        <span className="code">7K4M 2QXA</span>
        <CopyButton text="7K4M2QXA" {...words} />
        <CopyButton text="7K4M2QXA" wide {...words} />
      </div>
    </>
  )
}
