import { copyText } from '#lib/text/copy-text.ts'
import { part, parts } from './parts.ts'

/** Buttons that copy the text beside them. */
export function offerCopies(page: HTMLElement): void {
  const words = part(page, 'copied')
  for (const button of parts(page, 'copy')) {
    button.hidden = false
    button.addEventListener('click', async () => {
      await copyText(button.previousElementSibling?.textContent ?? '')
      button.classList.add('text-success')
      if (words) words.textContent = words.dataset.copied ?? ''
      setTimeout(() => {
        button.classList.remove('text-success')
        if (words) words.textContent = ''
      }, 3000)
    })
  }
}
