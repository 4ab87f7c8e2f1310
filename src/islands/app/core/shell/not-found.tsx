import { HeatStrip } from '#ui/heat-strip.tsx'
import { useT } from '../texts/i18n.ts'

const cold = Array.from({ length: 24 }, () => 1)

export function NotFound() {
  const t = useT()
  return (
    <section className="max-w-[40rem] py-10">
      <p className="headline text-3xl!">{t('notFound.title')}</p>
      <p className="mt-3 text-lg text-muted">{t('notFound.text')}</p>
      <HeatStrip cells={cold} cold className="mt-8" />
      <a className="btn btn-primary h-12 px-6 text-base mt-8" href="/user/overview-main/overview">
        {t('notFound.link')}
      </a>
    </section>
  )
}
