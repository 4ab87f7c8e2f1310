import { useStore } from '@nanostores/react'
import type { ReactNode } from 'react'
import { endonym, htmlLang, localize, otherLocale } from '#lib/i18n/locales.ts'
import { $session } from '#lib/session/session.ts'
import { utcDateTime } from '#lib/time/format.ts'
import { CopyButton } from '#ui/copy-button.tsx'
import { useLanguage, useT } from '../core/texts/i18n.ts'
import { RenameButton } from './rename.tsx'
import { a } from './texts.ts'

/** The account's name and address. */
export function Profile() {
  const { locale, t } = useLanguage()
  const user = useStore($session)?.user
  return (
    <section className="panel p-5 lg:p-6" aria-labelledby="profile">
      <h2 id="profile" className="title text-lg">
        {t('account.profile')}
      </h2>
      <dl className="mt-3 rule text-sm">
        <Fact label={t('account.email')}>{user && <bdi>{user.username}</bdi>}</Fact>
        <Fact label={t('account.name')}>{user && <bdi>{user.name}</bdi>}</Fact>
        <Fact label={t('account.inviteCode')}>{user && <ShareCode code={user.inviteCode} />}</Fact>
        <Fact label={t('account.since')}>{user && utcDateTime(user.createdAt)}</Fact>
        <Fact label={a('profile.language')}>
          <Language />
        </Fact>
      </dl>
      <div className="flex flex-wrap gap-2 mt-4">
        <RenameButton name={user?.name ?? ''} />
        <a className="btn btn-line btn-sm" href={localize('/password', locale)}>
          {t('account.changePassword')}
        </a>
        <a className="btn btn-line btn-sm" href="/user/alerts">
          {t('titles.alerts')}
        </a>
      </div>
    </section>
  )
}

const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className="flex items-center justify-between gap-4 min-h-11 py-1.5">
    <dt className="text-muted shrink-0">{label}</dt>
    <dd className="text-right min-w-0 break-words">{children ?? '—'}</dd>
  </div>
)

/** The user's invite code, to copy; its link and rewards have their own screen. */
function ShareCode({ code }: { code: string }) {
  const t = useT()
  return (
    <span className="flex flex-wrap items-center justify-end gap-2">
      <span className="code">{code}</span>
      <CopyButton text={code} label={a('profile.copyCode')} copiedLabel={t('copied')} failedText={t('copyFailed')} />
      <a className="link" href="/user/invitation">
        {a('profile.invite')}
      </a>
    </span>
  )
}

function Language() {
  const { locale } = useLanguage()
  const other = otherLocale(locale)
  return (
    <span className="flex items-center gap-2">
      {endonym[locale]}
      <button type="button" className="btn btn-line btn-sm" lang={htmlLang[other]} data-pick={other}>
        {endonym[other]}
      </button>
    </span>
  )
}
