import { useState } from 'react'
import { acceptLegal, type LegalChange, legalChanges } from '#lib/contract/agreement.ts'
import { localize, wordSpace } from '#lib/i18n/locales.ts'
import { $session } from '#lib/session/session.ts'
import { SteadyButton } from '#ui/steady-button.tsx'
import { $toasts, dismissToast, toast } from '#ui/toast.ts'
import { call } from '../core/calls/call.ts'
import { actionErrorText } from '../core/calls/error-text.ts'
import type { Language } from '../core/texts/i18n.ts'
import { loadTexts } from '../core/texts/texts.ts'
import { a } from './texts.ts'

/** From when the version applies, and what has changed since the accepted one. */
function textOf({ legal, version, versions }: LegalChange, { locale }: Language): string {
  const summaries = versions.flatMap(({ from, summary, summaryZh }) => {
    const text = locale === 'zh' ? summaryZh : summary
    if (!text) return []
    return versions.length > 1 && from !== version ? `${from}: ${text}` : text
  })
  return [a(`legal.${legal}`, { day: version }), ...summaries].join(wordSpace[locale])
}

function Actions({ change, text, language }: { change: LegalChange; text: string; language: Language }) {
  const { legal, version } = change
  const [busy, setBusy] = useState(false)
  const accept = async () => {
    setBusy(true)
    try {
      await call(acceptLegal, { legal, version })
      for (const shown of $toasts.get()) if (shown.text === text) dismissToast(shown.id)
      toast('success', a('legal.accepted'))
      await showLegalNotice(language)
    } catch (error) {
      toast('error', actionErrorText(language.t, error))
    }
    setBusy(false)
  }
  return (
    <span className="order-3 w-full flex flex-wrap items-center justify-end gap-4 pr-2">
      <a
        className="underline"
        href={localize(`/${legal}/${version}`, language.locale)}
        target="_blank"
        rel="noreferrer"
      >
        {a(legal === 'terms' ? 'legal.readTerms' : 'legal.readPrivacy')}
      </a>
      <SteadyButton className="btn-primary btn-sm" off={busy} onClick={() => void accept()}>
        {a('legal.accept')}
      </SteadyButton>
    </span>
  )
}

/**
 * A notice of a legal text that has changed since the user agreed to it; the next one follows when it is confirmed, so that two
 * do not cover a phone. It blocks nothing, and comes back at the next visit until it is confirmed (ADR-169).
 */
export async function showLegalNotice(language: Language): Promise<void> {
  if (!$session.get()) return
  try {
    const [change] = (await call(legalChanges, {})).list
    if (!change) return
    await loadTexts('account')
    const text = textOf(change, language)
    toast('info', text, <Actions change={change} text={text} language={language} />)
  } catch {
    // The next visit asks again: a notice is no reason for an error message.
  }
}
