import { useStore } from '@nanostores/react'
import { useMemo } from 'react'
import type { machineYear } from '#lib/contract/device-year.ts'
import type { ReplyOf } from '#lib/contract/endpoint.ts'
import * as icons from '#lib/illustration/icons.ts'
import { formatCount } from '#lib/text/decimal.ts'
import { type MonthOf, monthName, type YearChoice } from '#lib/time/year.ts'
import { Empty } from '#ui/empty.tsx'
import { Icon } from '#ui/icon.tsx'
import { Loaded } from '../core/calls/load-state.tsx'
import { Parts } from '../core/calls/part.tsx'
import { useLanguage, useT } from '../core/texts/i18n.ts'
import { Below } from './below.tsx'
import { Choices } from './choices.tsx'
import { FIELD_ROOM, YearField } from './field.tsx'
import { $listed, createYear, type Drawn, toYear, type YearStores } from './store.ts'
import { y } from './texts.ts'

export function YearScreen({ id }: { id?: string }) {
  const stores = useMemo(() => createYear(id), [id])
  return (
    <Parts>
      <Back isOfDevice={id !== undefined} />
      <Loaded store={stores.$hours} skeleton={<Skeleton />} mining>
        {(reply) => <Year stores={stores} reply={reply} />}
      </Loaded>
    </Parts>
  )
}

/** To the overview, or to the devices: where the link to this year was. */
function Back({ isOfDevice }: { isOfDevice: boolean }) {
  const t = useT()
  return (
    <a
      className="inline-flex items-center gap-1.5 text-sm font-medium hover:text-primary"
      href={`/user/overview-main/${isOfDevice ? 'machine' : 'overview'}`}
    >
      <Icon path={icons.arrowLeft} className="size-4" />
      {t(isOfDevice ? 'titles.devices' : 'titles.overview')}
    </a>
  )
}

function Skeleton() {
  return (
    <div className="panel p-5 lg:p-6">
      <div className="skeleton h-9 w-2/5 rounded-field mb-6" />
      <div className="@container">
        <div className={`skeleton w-full rounded-box ${FIELD_ROOM}`} />
      </div>
    </div>
  )
}

/** The first month and each January say their year where the months are of two. */
const namesOf = (locale: 'en' | 'zh', months: readonly MonthOf[], choice: YearChoice): string[] =>
  months.map((one, index) =>
    monthName(locale, one, choice === 'last' && (index === 0 || one.month === 0) ? 'shortYear' : 'short'),
  )

function timeText(locale: 'en' | 'zh', months: readonly MonthOf[], choice: YearChoice): string {
  if (choice !== 'last') return y('yearOf', { year: choice })
  const [first, last] = [months[0], months.at(-1)]
  if (!first || !last) return ''
  return y('span', { from: monthName(locale, first, 'shortYear'), to: monthName(locale, last, 'shortYear') })
}

function Year({ stores, reply }: { stores: YearStores; reply: ReplyOf<typeof machineYear> }) {
  const { locale } = useLanguage()
  const choice = useStore(stores.$choice)
  const deviceId = useStore(stores.$device)
  const listed = useStore($listed).data?.page.list
  const year = useMemo(() => toYear(stores, reply), [stores, reply])
  const names = useMemo(() => namesOf(locale, year.months, choice), [locale, year, choice])
  const time = timeText(locale, year.months, choice)
  const name = listed?.find(({ id }) => id === deviceId)?.name
  return (
    <>
      <section className="panel p-5 lg:p-6" aria-label={y('field', { time })}>
        <Choices stores={stores} reply={reply} />
        <div className="@container relative mt-5">
          <Heading time={time} year={year} />
          <YearField months={year.months} names={names} label={y('field', { time })} />
          <Legend year={year} />
        </div>
        {year.worked === 0 && <NoHours isNew={reply.firstAt === null && deviceId === undefined} />}
      </section>
      {year.worked > 0 && (
        <Below year={year} zone={stores.zone} names={names} time={time} choice={choice} device={name} />
      )}
    </>
  )
}

/** In the free corner of the city, and above it where there is none. */
function Heading({ time, year }: { time: string; year: Drawn }) {
  return (
    <div className="mb-5 @min-[900px]:absolute @min-[900px]:mb-0 z-1 pointer-events-none">
      <h2 className="text-sm text-muted">{time}</h2>
      <p className="mt-2 flex items-baseline gap-2.5">
        <span className="figure text-4xl lg:text-5xl" translate="no">
          {formatCount(year.worked)}
        </span>
        <span className="text-muted">{y('unit')}</span>
      </p>
      {year.worked > 0 && <p className="mt-1.5 text-sm text-faint">{y('of', { hours: formatCount(year.passed) })}</p>}
    </div>
  )
}

/** Hours of an account's first two weeks. */
const YOUNG = 24 * 14

/** In the lower corners of the city, and below it where there are none. */
function Legend({ year }: { year: Drawn }) {
  const isYoung = year.worked > 0 && year.passed < YOUNG
  return (
    <>
      <p className="mt-3 @min-[900px]:absolute @min-[900px]:left-0 @min-[900px]:bottom-0 flex flex-wrap items-center gap-x-5 gap-y-2 text-xs text-muted">
        <span className="inline-flex items-center gap-2">
          {y('less')}
          <span className="heat w-24 h-3" aria-hidden="true">
            {[0, 1, 2, 3, 4].map((level) => (
              <i key={level} data-h={level} />
            ))}
          </span>
          {y('most')}
        </span>
        <span className="inline-flex items-center gap-2">
          <span className="h-3 w-4.5 border border-line-strong bg-(--slab)" aria-hidden="true" />
          {y('toCome')}
        </span>
      </p>
      <p className="mt-2 @min-[900px]:absolute @min-[900px]:right-0 @min-[900px]:bottom-0 @min-[900px]:max-w-[17rem] @min-[900px]:text-right text-xs text-faint pointer-events-none">
        {y(isYoung ? 'young' : 'lead')}
      </p>
    </>
  )
}

function NoHours({ isNew }: { isNew: boolean }) {
  if (!isNew) return <Empty title={y('emptyDevice.title')} text={y('emptyDevice.text')} />
  const start = (
    <a className="btn btn-primary" href="/user/overview-main/download-pc">
      {y('empty.start')}
    </a>
  )
  return <Empty title={y('empty.title')} text={y('empty.text')} action={start} />
}
