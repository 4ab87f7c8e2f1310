/**
 * Copies a text; rejects where the browser refuses. On plain http browsers have only a copy command, whose event takes our
 * text.
 */
export async function copyText(text: string): Promise<void> {
  if (navigator.clipboard) return navigator.clipboard.writeText(text)
  const put = (event: ClipboardEvent) => {
    event.clipboardData?.setData('text/plain', text)
    event.preventDefault()
  }
  document.addEventListener('copy', put)
  const done = document.execCommand('copy')
  document.removeEventListener('copy', put)
  if (!done) throw new Error('not copied')
}
