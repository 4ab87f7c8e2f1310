import { useStore } from '@nanostores/react'
import { useId } from 'react'
import * as icons from '#lib/illustration/icons.ts'
import { firstCharacters } from '#lib/rules/names.ts'
import { $session } from '#lib/session/session.ts'
import { maskEmail } from '#lib/text/mask-email.ts'
import { Icon } from '#ui/icon.tsx'
import { useT } from '../texts/i18n.ts'
import { signOut } from './signing-out.ts'

function useAccount() {
  const user = useStore($session)?.user
  const masked = user ? maskEmail(user.username) : ''
  const [local = '', domain = ''] = masked.split('@')
  return { initials: firstCharacters(user?.name ?? '', 2).toUpperCase(), local, domain: domain && `@${domain}` }
}

/** Who is signed in: initials and the masked address. */
export function AccountCard() {
  const { initials, local, domain } = useAccount()
  return (
    <span className="flex items-center gap-2.5 min-w-0 flex-1">
      <span className="size-8 shrink-0 rounded-field bg-neutral text-neutral-content grid place-items-center text-xs font-bold">
        {initials}
      </span>
      <span className="flex-1 min-w-0 text-left leading-tight">
        <span className="block text-base-content text-sm font-semibold truncate">{local}</span>
        <span className="block text-xs text-faint truncate">{domain}</span>
      </span>
    </span>
  )
}

export function SignOutRow() {
  const t = useT()
  return (
    <button type="button" className="nav-item w-full" onClick={() => void signOut()}>
      <Icon path={icons.logOut} />
      {t('signOut')}
    </button>
  )
}

/** A native popover: Esc and a click elsewhere close it, the focus returns to its button. */
export function AccountMenu() {
  const t = useT()
  const id = useId()
  return (
    <>
      <button
        type="button"
        className="nav-item w-full h-12! account-anchor"
        popoverTarget={id}
        aria-label={t('accountMenu')}
      >
        <AccountCard />
        <Icon path={icons.chevronsUpDown} className="size-4" />
      </button>
      <div id={id} popover="auto" className="account-popover panel shadow-2 p-1.5 w-56">
        <a className="nav-item" href="/user/account">
          <Icon path={icons.userRound} />
          {t('titles.account')}
        </a>
        <SignOutRow />
      </div>
    </>
  )
}
