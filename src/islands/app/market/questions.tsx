import { useStore } from '@nanostores/react'
import { computed } from 'nanostores'
import { useState } from 'react'
import { faqList } from '#lib/contract/market.ts'
import * as icons from '#lib/illustration/icons.ts'
import { Icon } from '#ui/icon.tsx'
import { Markdown } from '#ui/late-markdown.tsx'
import { createResource } from '../core/calls/resource.ts'
import { useLanguage } from '../core/texts/i18n.ts'
import { $line } from './line.ts'

const $faq = createResource(faqList, { $payload: computed($line, (type) => ({ type })) })

/** Frequent questions about a line with answers. Optional: nothing is shown if they cannot be loaded. */
export function LineQuestions() {
  const { t, locale } = useLanguage()
  const list = useStore($faq).data?.list
  if (!list || list.length === 0) return null
  return (
    <section className="panel overflow-hidden" aria-labelledby="questions">
      <h2 id="questions" className="title text-lg px-5 lg:px-6 pt-5 pb-3">
        {t('questions')}
      </h2>
      <div className="rule border-t border-line">
        {list.map((one) => (
          <Item
            key={one.id}
            question={locale === 'zh' ? one.questionZh : one.question}
            answer={locale === 'zh' ? one.answerZh : one.answer}
          />
        ))}
      </div>
    </section>
  )
}

/** An answer is drawn once it is opened. */
function Item({ question, answer }: { question: string; answer: string }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <details className="px-5 lg:px-6" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className="flex items-center gap-3 py-3.5 cursor-pointer list-none">
        <span className="flex-1">{question}</span>
        <Icon path={isOpen ? icons.chevronUp : icons.chevronDown} className="size-4 text-faint" />
      </summary>
      <div className="pb-4 text-sm text-muted max-w-[40em]">{isOpen && <Markdown text={answer} />}</div>
    </details>
  )
}
