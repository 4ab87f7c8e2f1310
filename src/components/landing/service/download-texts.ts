import i18next from 'i18next'
import type { Locale } from '#lib/i18n/locales.ts'

/** Texts of src/lazy/download.ts, as the value of `data-download`. */
export function downloadTexts(locale: Locale): string {
  const t = i18next.getFixedT(locale, 'service', 'download')
  const template = (key: string, ...names: string[]) =>
    t(key, Object.fromEntries(names.map((name) => [name, `{{${name}}}`])))
  return JSON.stringify({
    unknown: t('unknown'),
    checking: t('checking'),
    news: template('news', 'version'),
    progress: template('progress', 'done', 'all'),
    done: template('done', 'name'),
    broken: template('broken', 'done'),
    wrong: t('wrong'),
    resume: t('resume'),
    again: t('again'),
    told: t('tell.done'),
    tellWrong: t('tell.wrong'),
    tellOften: t('tell.often'),
    tellFailed: t('tell.failed'),
  })
}
