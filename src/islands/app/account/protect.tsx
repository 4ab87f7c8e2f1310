import { useState } from 'react'
import * as icons from '#lib/illustration/icons.ts'
import { Icon } from '#ui/icon.tsx'
import { SteadyButton } from '#ui/steady-button.tsx'
import { toast } from '#ui/toast.ts'
import { actionErrorText } from '../core/calls/error-text.ts'
import { useT } from '../core/texts/i18n.ts'
import { refuseProtection } from './protect-store.ts'
import { a } from './texts.ts'

/** After the first money: suggests a passkey or a second step once, until there is one or the user declines. */
export function ProtectPrompt() {
  const t = useT()
  const [busy, setBusy] = useState(false)
  const refuse = async () => {
    setBusy(true)
    await refuseProtection().catch((error: unknown) => toast('error', actionErrorText(t, error)))
    setBusy(false)
  }
  return (
    <section className="panel p-5 lg:p-6" aria-labelledby="protect">
      <h2 id="protect" className="title text-lg flex items-center gap-2">
        <Icon path={icons.shieldCheck} className="size-5 text-accent" />
        {a('protect.title')}
      </h2>
      <p className="text-sm text-muted mt-2">{a('protect.text')}</p>
      <div className="flex flex-wrap gap-2 mt-4">
        <a className="btn btn-neutral btn-sm" href="/user/account">
          {a('protect.go')}
        </a>
        <SteadyButton className="btn-ghost btn-sm" off={busy} onClick={() => void refuse()}>
          {a('protect.refuse')}
        </SteadyButton>
      </div>
    </section>
  )
}
