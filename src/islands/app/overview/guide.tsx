import { useStore } from '@nanostores/react'
import type { ReactNode } from 'react'
import * as icons from '#lib/illustration/icons.ts'
import { Icon } from '#ui/icon.tsx'
import { useT } from '../core/texts/i18n.ts'
import { $binding, BindCode } from '../devices/index.ts'
import { DownloadLink } from '../versions/index.ts'
import { WeekField } from './week-field.tsx'

/** Shown beside the money while the account has no device: three steps to the first one. */
export function DeviceGuide() {
  const t = useT()
  const bound = useStore($binding).step === 'bound'
  return (
    <section
      className="panel overflow-hidden grid grid-cols-[minmax(0,1fr)] lg:grid-cols-[minmax(0,1fr)_minmax(0,.7fr)]"
      aria-labelledby="guide"
    >
      <div className="p-6 lg:p-10">
        <h2 id="guide" className="headline text-2xl! lg:text-3xl! max-w-[13.7em]">
          {t('guide.title')}
        </h2>
        <p className="mt-3 text-muted max-w-[30em]">{t('guide.text')}</p>
        <ol className="mt-8 grid gap-0 max-w-[44rem]">
          <Step mark={1} title={t('guide.get.title')}>
            <p className="text-sm text-muted mt-1">
              {t('guide.get.text')} <DownloadLink />
            </p>
          </Step>
          <Step mark={bound ? 'done' : 2} active title={t('guide.code.title')}>
            <div className="mt-4">
              <BindCode />
            </div>
          </Step>
          <Step mark={3} last title={t('guide.start.title')}>
            <p className="text-sm text-faint mt-1">{t('guide.start.text')}</p>
          </Step>
        </ol>
      </div>
      <div className="hidden lg:grid items-center relative overflow-hidden border-l border-line bg-base-200">
        <div className="absolute left-6 right-[-38%]">
          <WeekField />
        </div>
      </div>
    </section>
  )
}

interface StepProps {
  mark: number | 'done'
  title: string
  active?: boolean
  last?: boolean
  children: ReactNode
}

function Step({ mark, title, active = false, last = false, children }: StepProps) {
  const markClass =
    mark === 'done'
      ? 'bg-success text-success-content'
      : active
        ? 'bg-primary text-primary-content'
        : 'border border-line-strong text-muted'
  return (
    <li className="grid grid-cols-[2rem_minmax(0,1fr)] gap-x-4">
      <span className="flex flex-col items-center" aria-hidden="true">
        <span className={`size-8 rounded-field grid place-items-center num font-bold ${markClass}`}>
          {mark === 'done' ? <Icon path={icons.check} /> : mark}
        </span>
        {!last && <span className="w-0.5 flex-1 bg-heat-1 my-1" />}
      </span>
      <div className="pb-7">
        <h3 className="font-semibold pt-1">{title}</h3>
        {children}
      </div>
    </li>
  )
}
