import { requestReleaseMail } from '#lib/api/release-mail.ts'
import type { Release } from '#lib/contract/versions.ts'
import { part, type Texts } from './parts.ts'

/** The form for one mail on the day of the package. */
export function offerMail(place: HTMLElement, texts: Texts): void {
  const form = part<HTMLFormElement>(place, 'tell')
  const field = form?.querySelector('input')
  const words = form?.querySelector('[role=status]')
  if (!form || !field || !words) return
  const platform = place.dataset.package as Release['platform']
  const lang = document.documentElement.lang === 'en' ? 'en' : 'zh'
  form.addEventListener('submit', async (event) => {
    event.preventDefault()
    const outcome =
      field.validity.valid && field.value
        ? await requestReleaseMail({ platform, email: field.value, lang })
        : 'tellWrong'
    field.setAttribute('aria-invalid', String(outcome === 'tellWrong'))
    words.textContent = texts[outcome] ?? ''
    if (outcome === 'told') field.value = ''
    else field.focus()
  })
}
