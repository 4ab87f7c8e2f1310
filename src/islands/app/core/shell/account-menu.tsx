import { useStore } from '@nanostores/react'
import { useEffect, useId, useRef, useState } from 'react'
import * as icons from '#lib/illustration/icons.ts'
import { $session } from '#lib/session/session.ts'
import { firstCharacters } from '#lib/text/characters.ts'
import { maskEmail } from '#lib/text/mask-email.ts'
import { Icon } from '#ui/icon.tsx'
import { useT } from '../texts/i18n.ts'
import { signOut } from './sign-out.ts'

function useAccount() {
  const user = useStore($session)?.user
  const masked = user ? maskEmail(user.username) : ''
  const [local = '', domain = ''] = masked.split('@')
  return { initials: firstCharacters(user?.name ?? '', 2).toUpperCase(), local, domain: domain && `@${domain}` }
}

/** The signed-in user: initials and masked address. */
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

/** Opens above its button. Esc and a click outside close it; Esc returns the focus to the button. */
export function AccountMenu() {
  const t = useT()
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const [open, setOpen] = useState(false)
  useEffect(() => {
    if (!open) return
    const onClick = ({ target }: MouseEvent) => button.current?.contains(target as Node) || setOpen(false)
    const onKey = ({ key }: KeyboardEvent) => {
      if (key !== 'Escape') return
      setOpen(false)
      button.current?.focus()
    }
    document.addEventListener('click', onClick)
    document.addEventListener('keydown', onKey)
    return () => {
      document.removeEventListener('click', onClick)
      document.removeEventListener('keydown', onKey)
    }
  }, [open])
  return (
    <div className="relative">
      <button
        ref={button}
        type="button"
        className="nav-item w-full h-12!"
        aria-label={t('accountMenu')}
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
      >
        <AccountCard />
        <Icon path={icons.chevronsUpDown} className="size-4" />
      </button>
      <div id={id} hidden={!open} className="absolute bottom-full mb-1.5 z-20 panel shadow-2 p-1.5 w-56">
        <a className="nav-item" href="/user/account">
          <Icon path={icons.userRound} />
          {t('titles.account')}
        </a>
        <SignOutRow />
      </div>
    </div>
  )
}
