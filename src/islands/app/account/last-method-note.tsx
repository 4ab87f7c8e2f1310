import { localize } from '#lib/i18n/locales.ts'
import { useLanguage } from '../core/texts/i18n.ts'
import { a } from './texts.ts'

/** Explains why the only sign-in method cannot be removed, and links to adding another. */
export function LastMethodNote({ id }: { id: string }) {
  const { locale } = useLanguage()
  return (
    <p id={id} className="basis-full text-xs text-muted">
      {a('lastWay')}{' '}
      <a className="link text-base-content" href={localize('/password', locale)}>
        {a('setPassword')}
      </a>
    </p>
  )
}
