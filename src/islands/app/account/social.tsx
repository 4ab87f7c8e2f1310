import { useEffect, useState } from 'react'
import type { SocialAccountState } from '#lib/contract/social.ts'
import { type SocialSite, siteNames, socialSites } from '#lib/rules/social.ts'
import { utcDateTime } from '#lib/time/format.ts'
import { RowsSkeleton } from '#ui/skeleton.tsx'
import { Status } from '#ui/status.tsx'
import { SteadyButton } from '#ui/steady-button.tsx'
import { toast } from '#ui/toast.ts'
import { UnbrokenDates } from '#ui/unbroken-dates.tsx'
import { actionErrorText } from '../core/calls/error-text.ts'
import { Loaded } from '../core/calls/load-state.tsx'
import { useT } from '../core/texts/i18n.ts'
import { PopupWaiting } from './popup-waiting.tsx'
import { $social, linkSite, resumeSite, unlinkSite } from './social-store.ts'
import { a } from './texts.ts'

/** Accounts on other sites that verify tasks. */
export function SocialPanel() {
  // Fetched after the first view: a user sent here by a task is scrolled to it.
  useEffect(() => {
    if (location.hash === '#social') document.getElementById('social')?.scrollIntoView()
  }, [])
  return (
    <section className="panel overflow-hidden" aria-labelledby="social">
      <div className="px-5 lg:px-6 pt-5 pb-4">
        <h2 id="social" className="title text-lg">
          {a('social.title')}
        </h2>
        <p className="text-sm text-muted mt-1">{a('social.text')}</p>
      </div>
      <Loaded store={$social} skeleton={<RowsSkeleton rows={2} />}>
        {(states) => (
          <ul className="rule border-t border-line" aria-labelledby="social">
            {socialSites.map((site) => (
              <Row key={site} site={site} current={states[site]} />
            ))}
          </ul>
        )}
      </Loaded>
      <p className="px-5 lg:px-6 py-3 border-t border-line text-xs text-muted">{a('social.kept')}</p>
    </section>
  )
}

function Row({ site, current: { isSetUp, linked } }: { site: SocialSite; current: SocialAccountState }) {
  const t = useT()
  const [busy, setBusy] = useState(false)
  const name = siteNames[site]
  useEffect(() => {
    resumeSite(site).then(
      (isLinked) => isLinked !== undefined && showOutcome(site, isLinked),
      (error: unknown) => toast('error', actionErrorText(t, error)),
    )
  }, [site, t])
  const run = async (act: () => Promise<void>) => {
    setBusy(true)
    await act().catch((error: unknown) => toast('error', actionErrorText(t, error)))
    setBusy(false)
  }
  const link = () => run(async () => showOutcome(site, await linkSite(site)))
  const unlink = () =>
    run(async () => {
      await unlinkSite(site)
      toast('success', a('social.undone', { site: name }))
    })
  const off = isSetUp ? a('social.none') : a('social.notSetUp')
  return (
    <li className="px-5 lg:px-6 py-3.5 flex flex-wrap items-center gap-x-3 gap-y-2">
      <span className="flex-1 min-w-0">
        <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span className="font-medium">{name}</span>
          <Status tone={linked ? 'success' : 'muted'} mark={linked ? 'on' : 'off'}>
            {linked ? a('factor.on') : off}
          </Status>
        </span>
        {linked && (
          <span className="block text-xs text-faint num whitespace-normal! break-words mt-1">
            <UnbrokenDates text={a('social.linked', { label: linked.label, time: utcDateTime(linked.at) })} />
          </span>
        )}
      </span>
      {isSetUp && (!linked || linked.isStale) && (
        <SteadyButton className="btn-line btn-sm" off={busy} onClick={() => void link()}>
          {a(linked ? 'social.again' : 'social.link', { site: name })}
        </SteadyButton>
      )}
      {linked && (
        <SteadyButton className="btn-line btn-sm" off={busy} onClick={() => void unlink()}>
          {a('social.unlink')}
        </SteadyButton>
      )}
      <PopupWaiting site={site} />
    </li>
  )
}

const showOutcome = (site: SocialSite, isLinked: boolean): void =>
  isLinked ? toast('success', a('social.done', { site: siteNames[site] })) : toast('error', a('social.stopped'))
