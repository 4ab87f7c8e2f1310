import { part, parts } from './parts.ts'

/** Buttons that copy the text beside them; hidden without a secure context, where the reader selects it. */
export function offerCopies(page: HTMLElement): void {
  const { clipboard } = navigator
  const words = part(page, 'copied')
  if (!clipboard) return
  for (const button of parts(page, 'copy')) {
    button.hidden = false
    button.addEventListener('click', async () => {
      await clipboard.writeText(button.previousElementSibling?.textContent ?? '')
      button.classList.add('text-success')
      if (words) words.textContent = words.dataset.copied ?? ''
      setTimeout(() => {
        button.classList.remove('text-success')
        if (words) words.textContent = ''
      }, 3000)
    })
  }
}
