import { localize } from '#lib/i18n/locales.ts'
import { useLanguage } from '../core/texts/i18n.ts'
import { a } from './texts.ts'

/** Why the only way in can't be taken away, and where another one is made. */
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
