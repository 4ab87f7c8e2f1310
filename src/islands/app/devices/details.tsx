import { lazy, Suspense, useState } from 'react'
import type { Machine } from '#lib/contract/device-list.ts'
import * as icons from '#lib/illustration/icons.ts'
import { localDateTime, utcDateTime } from '#lib/time/format.ts'
import { CoinMark } from '#ui/coin.tsx'
import { Icon } from '#ui/icon.tsx'
import { useAmounts } from '../core/texts/amounts.ts'
import { useT } from '../core/texts/i18n.ts'
import { readerZone } from '../core/texts/reader-zone.ts'
import { useDeviceDialog } from './device-dialogs.tsx'
import { durationText } from './format.ts'
import { isLongHot } from './hot.ts'

/** Loaded with the first opened device. */
const RateChart = lazy(() => import('./rate-chart.tsx').then((module) => ({ default: module.RateChart })))

const Control = lazy(() => import('./control/panel.tsx').then((module) => ({ default: module.Control })))

/** Details of a device: projects with their run times, facts and actions. */
export function DeviceDetails({ device, onClose }: { device: Machine; onClose: () => void }) {
  const t = useT()
  // The button that opened the settings, which has the focus again when they close.
  const [opener, edit] = useState<HTMLButtonElement>()
  return (
    <div className="px-5 lg:px-6 pt-3 pb-4 grid grid-cols-[minmax(0,1fr)] gap-3">
      {device.noWork && (
        <p className="tone tone-warning border rounded-field px-4 py-3 text-sm">
          {t('devices.noWorkText', { minutes: device.noWork.minutes })} {t(`devices.cause.${device.noWork.cause}`)}
        </p>
      )}
      {isLongHot(device) && (
        <p className="tone tone-warning border rounded-field px-4 py-3 text-sm flex flex-wrap items-center gap-x-4 gap-y-2">
          <span className="flex-1 min-w-56">{t('devices.hotText', device.hot)}</span>
          {device.settings && (
            <button type="button" className="btn btn-line btn-sm" onClick={(event) => edit(event.currentTarget)}>
              {t('devices.change')}
            </button>
          )}
        </p>
      )}
      {device.status === 'offline' && (
        <p className="well px-4 py-3 text-sm flex flex-wrap items-center justify-between gap-3">
          {t('devices.offlineText')}
          <a className="btn btn-line btn-sm" href="/user/overview-main/download-pc">
            {t('devices.goMining')}
          </a>
        </p>
      )}
      <Projects device={device} />
      <Suspense fallback={<div style={{ height: 208 }} />}>
        <RateChart id={device.id} />
      </Suspense>
      <Suspense fallback={<div style={{ height: 208 }} />}>
        <Control device={device} opener={opener} onEdit={edit} />
      </Suspense>
      <Facts device={device} />
      <Actions device={device} />
      <button type="button" className="btn btn-ghost btn-xs text-muted justify-self-start -ml-2" onClick={onClose}>
        <Icon path={icons.chevronUp} className="size-3.5" />
        {t('devices.packUp')}
      </button>
    </div>
  )
}

function Projects({ device }: { device: Machine }) {
  const t = useT()
  const amounts = useAmounts()
  const earned = (coin: string) => {
    if (!device.yesterdayEarnings) return t('chart.notYet')
    return amounts.coin(device.yesterdayEarnings.find(({ currencyCode }) => currencyCode === coin)?.amount ?? '0')
  }
  return (
    <div className="panel shadow-none! overflow-hidden">
      <table className="table table-sm max-sm:[&_:is(td,th)]:px-1.5" aria-label={t('devices.project')}>
        <thead>
          <tr>
            <th scope="col">{t('devices.project')}</th>
            <th scope="col" className="text-right">
              {t('devices.today')}
            </th>
            <th scope="col" className="text-right">
              {t('devices.totalRunTime')}
            </th>
            <th scope="col" className="text-right max-sm:hidden">
              {t('chart.yesterday')}
            </th>
          </tr>
        </thead>
        <tbody>
          {device.projectList.map((project) => (
            <tr key={project.project}>
              <td>
                <span className="flex items-center gap-2">
                  <CoinMark symbol={project.coin} small />
                  <span className="font-medium">{project.coin}</span>
                </span>
                {/* A phone has no room for a fourth column. */}
                <span className="sm:hidden block mt-1 text-xs text-muted num whitespace-normal!">
                  {t('chart.yesterday')} {earned(project.coin)}
                </span>
              </td>
              <td className="num text-right text-balance break-keep whitespace-normal!" translate="no">
                {durationText(t, project.todaySeconds)}
              </td>
              <td className="num text-right text-balance break-keep whitespace-normal!" translate="no">
                {durationText(t, project.totalRunTime)}
              </td>
              <td className="num text-right max-sm:hidden" translate="no">
                {earned(project.coin)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Facts({ device }: { device: Machine }) {
  const t = useT()
  const facts: [string, string][] = [
    [t('devices.currentUptime'), device.status === 'online' ? durationText(t, device.currentUptime) : '—'],
    [t('devices.yesterdayUptime'), durationText(t, device.yesterdayUptime)],
    [t('devices.totalUptime'), durationText(t, device.totalUptime)],
    [t('devices.bound'), utcDateTime(device.boundAt)],
    [t('devices.lastSeen'), device.lastSeenAt === null ? t('devices.never') : utcDateTime(device.lastSeenAt)],
    ...(device.lastSeenAt === null || readerZone() === 'UTC'
      ? []
      : ([[t('devices.yourTime'), localDateTime(device.lastSeenAt)]] satisfies [string, string][])),
    [t('devices.shares'), t('devices.sharesText', { accepted: device.acceptedToday, refused: device.refusedToday })],
    [t('devices.miner'), device.minerVersion],
    [t('devices.hardware'), device.hardware || '—'],
  ]
  return (
    <dl className="grid grid-cols-[minmax(0,1fr)] sm:grid-cols-2 xl:grid-cols-3 gap-x-8 gap-y-2 text-sm">
      {facts.map(([label, value]) => (
        <div key={label} className="flex justify-between gap-4">
          <dt className="text-muted shrink-0">{label}</dt>
          <dd className="text-right min-w-0 break-words">{value}</dd>
        </div>
      ))}
    </dl>
  )
}

function Actions({ device }: { device: Machine }) {
  const t = useT()
  const ask = useDeviceDialog()
  return (
    <div className="flex flex-wrap gap-2">
      <button type="button" className="btn btn-line btn-sm" onClick={() => ask('rename', device)}>
        <Icon path={icons.pencil} className="size-4" />
        {t('devices.rename')}
      </button>
      <button type="button" className="btn btn-line btn-sm" onClick={() => ask('log', device)}>
        <Icon path={icons.list} className="size-4" />
        {t('devices.log')}
      </button>
      <a className="btn btn-ghost btn-sm text-muted" href={`/user/overview-main/year?id=${device.id}`}>
        {t('titles.year')}
      </a>
      <button type="button" className="btn btn-ghost btn-sm text-error" onClick={() => ask('unbind', device)}>
        <Icon path={icons.unlink} className="size-4" />
        {t('devices.unbind')}
      </button>
    </div>
  )
}
