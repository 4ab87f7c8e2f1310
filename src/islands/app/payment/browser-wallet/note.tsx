import type { ReactNode } from 'react'
import * as icons from '#lib/illustration/icons.ts'
import { Icon } from '#ui/icon.tsx'

const looks = {
  info: { tone: 'tone-info', icon: icons.info },
  warning: { tone: 'tone-warning', icon: icons.circleAlert },
} as const

export function Note({ tone, children }: { tone: keyof typeof looks; children: ReactNode }) {
  return (
    <div className={`tone border rounded-field p-3.5 flex gap-3 text-sm ${looks[tone].tone}`}>
      <Icon path={looks[tone].icon} className="size-5 shrink-0" />
      <div className="min-w-0">{children}</div>
    </div>
  )
}
