import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import * as icons from '#lib/illustration/icons.ts'
import { Icon } from '#ui/icon.tsx'
import { useLanguage } from '../core/texts/i18n.ts'
import { $questions, loadQuestions } from './store.ts'

/** Frequent questions for this screen. The answers are on the site, where editors maintain them. */
export function Questions({ topic }: { topic: string }) {
  const { locale, t } = useLanguage()
  const list = useStore($questions)?.[topic]
  useEffect(() => void loadQuestions(locale), [locale])
  if (!list || list.length === 0) return null
  return (
    <section className="panel overflow-hidden" aria-labelledby="questions">
      <h2 id="questions" className="title text-lg px-5 lg:px-6 pt-5 pb-3">
        {t('questions')}
      </h2>
      <ul className="rule border-t border-line">
        {list.map(({ question, href }) => (
          <li key={href}>
            <a className="flex items-center gap-3 px-5 lg:px-6 py-3.5 hover:bg-base-200/60" href={href}>
              <span className="flex-1">{question}</span>
              <Icon path={icons.arrowRight} className="size-4 text-faint" />
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}
