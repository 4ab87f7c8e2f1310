import { useStore } from '@nanostores/react'
import type { ReplyOf } from '#lib/contract/endpoint.ts'
import type { hostedGpus } from '#lib/contract/gpu.ts'
import { toUnits } from '#lib/money/coins.ts'
import { formatCount } from '#lib/text/decimal.ts'
import { utcDayShort, utcDayStart } from '#lib/time/format.ts'
import { StackedBars } from '#ui/chart/stacked-bars.tsx'
import { type Column, DataList } from '../../core/lists/data-list.tsx'
import { useLanguage } from '../../core/texts/i18n.ts'
import { measured, missingGpusText, ownStateText, percent, troubleText, usdt } from '../format.ts'
import { m } from '../texts.ts'
import { $hosting } from './store.ts'

type Hosted = ReplyOf<typeof hostedGpus>
type Machine = Hosted['machines'][number]
const COLOR = '#12907F'

/** The user's rented-out machines and their earnings; nothing if there are none. */
export function Hosting() {
  const { locale } = useLanguage()
  const hosted = useStore($hosting).data
  if (!hosted || hosted.machines.length === 0) return null
  const days = [...hosted.days].reverse()
  return (
    <section className="panel overflow-hidden" aria-labelledby="hosting">
      <div className="p-5 lg:p-6">
        <h2 id="hosting" className="title text-lg">
          {m('hosting.title')}
        </h2>
        <p className="text-sm text-muted mt-1">{m('hosting.text', { open: usdt(hosted.open) })}</p>
        {hosted.machines.map(({ id, name, lacking, trouble, isExposed }) =>
          // A machine offered by the user shows it in its own row.
          name === null && (lacking || trouble || isExposed) ? (
            <p key={id} className="text-sm text-warning-text mt-2">
              {id}: {lacking ? missingGpusText(lacking) : trouble ? troubleText(trouble) : m('machines.exposedText')}
            </p>
          ) : null,
        )}
        {days.length > 0 && (
          <div className="mt-4">
            <StackedBars
              height={160}
              series={[{ name: 'USDT', color: COLOR }]}
              days={days.map(({ day, amount }) => ({
                at: utcDayStart(day) ?? 0,
                frozen: false,
                parts: [amount],
                total: amount,
              }))}
              words={{
                label: m('hosting.byDay'),
                day: m('history.day'),
                total: m('hosting.earned'),
                frozen: '',
                settled: m('hosting.settled'),
                state: m('hosting.settled'),
              }}
              formatDay={(at) => utcDayShort(at, locale)}
              formatValue={(amount) => `${usdt(amount)} USDT`}
            />
          </div>
        )}
      </div>
      <div className="border-t border-line">
        <DataList
          name="hosting"
          caption={m('hosting.title')}
          columns={columns()}
          rows={hosted.machines}
          rowKey={({ id }) => id}
        />
      </div>
    </section>
  )
}

const columns = (): Column<Machine>[] => [
  {
    key: 'model',
    header: m('hosting.machine'),
    role: 'title',
    sort: ({ name, id }) => name ?? id,
    cell: ({ name, model, id }) => (
      <>
        <bdi>{name ?? id}</bdi> (<bdi>{model}</bdi>)
      </>
    ),
  },
  {
    key: 'state',
    header: m('hosting.state'),
    role: 'plain',
    sort: ownStateText,
    cell: ownStateText,
  },
  {
    key: 'load',
    header: m('load.cpu'),
    align: 'end',
    sort: ({ load }) => load?.cpu,
    cell: ({ load }) => (load ? percent(load.cpu) : '-'),
  },
  {
    key: 'uptime',
    header: m('reliability.uptime'),
    align: 'end',
    sort: ({ uptime }) => uptime ?? undefined,
    cell: ({ uptime }) => measured(uptime),
  },
  {
    key: 'share',
    header: m('hosting.share'),
    align: 'end',
    sort: ({ share }) => share,
    cell: ({ share }) => `${share / 100}%`,
  },
  {
    key: 'hours',
    header: m('hosting.hours'),
    align: 'end',
    sort: ({ hours, openHours }) => hours + openHours,
    cell: ({ hours, openHours }) => formatCount(hours + openHours),
  },
  {
    key: 'earned',
    header: m('hosting.earned'),
    align: 'end',
    role: 'value',
    isNamed: true,
    sort: ({ earned }) => toUnits(earned, 'USDT'),
    cell: ({ earned }) => `${usdt(earned)} USDT`,
  },
  {
    key: 'open',
    header: m('hosting.open'),
    align: 'end',
    sort: ({ open }) => toUnits(open, 'USDT'),
    cell: ({ open }) => `${usdt(open)} USDT`,
  },
]
