import { endonym, htmlLang, otherLocale } from '#lib/i18n/locales.ts'
import * as icons from '#lib/illustration/icons.ts'
import { chooseLocale } from '#lib/session/locale.ts'
import { Icon } from '#ui/icon.tsx'
import { useLanguage } from '../i18n.ts'

/** Changing the language saves the choice and loads the page again (specification 2). */
function useOtherLanguage() {
  const { locale } = useLanguage()
  const other = otherLocale(locale)
  const change = () => {
    chooseLocale(other)
    location.reload()
  }
  return { other, change }
}

export function LanguageButton() {
  const { other, change } = useOtherLanguage()
  return (
    <button type="button" className="btn btn-ghost btn-sm" lang={htmlLang[other]} onClick={change}>
      <Icon path={icons.languages} />
      {endonym[other]}
    </button>
  )
}

export function LanguageRow() {
  const { other, change } = useOtherLanguage()
  return (
    <button type="button" className="nav-item w-full" lang={htmlLang[other]} onClick={change}>
      <Icon path={icons.languages} />
      {endonym[other]}
    </button>
  )
}

/** `data-flip` is what the page's own script listens for: the theme changes without the app. */
export function ThemeButton() {
  const { t } = useLanguage()
  return (
    <button type="button" className="btn btn-ghost btn-sm btn-square" aria-label={t('switchTheme')} data-flip>
      <Icon path={icons.sunMoon} />
    </button>
  )
}

export function ThemeRow() {
  const { t } = useLanguage()
  return (
    <button type="button" className="nav-item w-full" data-flip>
      <Icon path={icons.sunMoon} />
      {t('switchTheme')}
    </button>
  )
}
