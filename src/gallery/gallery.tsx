import type { ReactNode } from 'react'
import { endonym, otherLocale } from '#lib/i18n/locales.ts'
import * as icons from '#lib/illustration/icons.ts'
import { Icon } from '#ui/icon.tsx'
import { Toaster } from '#ui/toaster.tsx'
import { Charts } from './charts.tsx'
import { Choices } from './choices.tsx'
import { Countdowns } from './countdowns.tsx'
import { Glyphs } from './glyphs.tsx'
import { Layers } from './layers.tsx'
import { Lists } from './lists.tsx'
import { Skeletons } from './skeletons.tsx'
import { locale, switchLocale, t } from './texts.ts'

function Section({ title, wide = false, children }: { title: string; wide?: boolean; children: ReactNode }) {
  return (
    <section className={`panel p-5 lg:p-6 min-w-0 ${wide ? 'lg:col-span-2' : ''}`}>
      <h2 className="title text-lg mb-4">{title}</h2>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-5">{children}</div>
    </section>
  )
}

export function Gallery() {
  return (
    <main className="max-w-[78rem] mx-auto p-4 sm:p-8 grid grid-cols-[minmax(0,1fr)] lg:grid-cols-2 gap-4">
      <header className="flex flex-wrap items-center gap-2 lg:col-span-2">
        <h1 className="headline flex-1">{t('title')}</h1>
        <button type="button" className="btn btn-ghost btn-sm" onClick={switchLocale}>
          <Icon path={icons.languages} />
          {endonym[otherLocale(locale)]}
        </button>
        <button type="button" className="btn btn-ghost btn-sm btn-square" data-pick="" aria-label="theme">
          <Icon path={icons.sunMoon} />
        </button>
      </header>
      <Section title={t('sections.buttons')}>
        <Glyphs.Buttons />
        <Glyphs.Statuses />
      </Section>
      <Section title={t('sections.dialog')}>
        <Layers />
      </Section>
      <Section title={t('sections.tabs')}>
        <Choices />
      </Section>
      <Section title={t('sections.countdown')}>
        <Countdowns />
      </Section>
      <Section title={t('sections.waiting')}>
        <Skeletons />
      </Section>
      <Section title={t('sections.heat')}>
        <Glyphs.Heat />
        <Glyphs.Coins />
        <Glyphs.Figures />
      </Section>
      <Section title={t('sections.charts')} wide>
        <Charts />
      </Section>
      <Section title={t('sections.list')} wide>
        <Lists />
      </Section>
      <Toaster closeLabel={t('close')} />
    </main>
  )
}
