import { endonym, htmlLang, otherLocale } from '#lib/i18n/locales.ts'
import * as icons from '#lib/illustration/icons.ts'
import { Icon } from '#ui/icon.tsx'
import { useLanguage } from '../texts/i18n.ts'

/** The page's own script listens for `data-pick`: both choices work before the app is loaded. */
export function LanguageButton() {
  const other = otherLocale(useLanguage().locale)
  return (
    <button type="button" className="btn btn-ghost btn-sm" lang={htmlLang[other]} data-pick={other}>
      <Icon path={icons.languages} />
      {endonym[other]}
    </button>
  )
}

export function LanguageRow() {
  const other = otherLocale(useLanguage().locale)
  return (
    <button type="button" className="nav-item w-full" lang={htmlLang[other]} data-pick={other}>
      <Icon path={icons.languages} />
      {endonym[other]}
    </button>
  )
}

export function ThemeButton() {
  const { t } = useLanguage()
  return (
    <button type="button" className="btn btn-ghost btn-sm btn-square" aria-label={t('switchTheme')} data-pick="">
      <Icon path={icons.sunMoon} />
    </button>
  )
}

export function ThemeRow() {
  const { t } = useLanguage()
  return (
    <button type="button" className="nav-item w-full" data-pick="">
      <Icon path={icons.sunMoon} />
      {t('switchTheme')}
    </button>
  )
}
