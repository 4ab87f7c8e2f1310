/**
 * “Was this page helpful?” (src/components/reading/PageEnd.astro). It is shown as soon as the service answers, once the reader
 * comes near it. The worker that reports visits seals and sends the answer, since it has the code for it.
 */
import { timeLimit } from '#lib/api/time-limit.ts'

const TIMEOUT_MS = 15_000

/** Whether there is a service that counts: the site may be served without one. */
async function hasService(): Promise<boolean> {
  if (import.meta.env.PUBLIC_SM2_KEY) return true
  const base = import.meta.env.PUBLIC_API_BASE || '/api'
  try {
    const reply = await fetch(`${base}/public-key`, { credentials: 'omit', signal: timeLimit(TIMEOUT_MS) })
    return typeof ((await reply.json()) as { publicKey?: unknown }).publicKey === 'string'
  } catch {
    return false
  }
}

/** True if the service has counted it. */
const send = (answer: string): Promise<boolean> =>
  new Promise((resolve) => {
    const worker = new Worker(`/a.js#${location.pathname}?${answer}`)
    worker.onmessage = ({ data }) => resolve(data === true)
    worker.onerror = () => resolve(false)
  })

function listen(place: HTMLElement, status: HTMLElement, link: HTMLElement): void {
  const buttons = [...place.querySelectorAll('button')]
  let isSent = false
  for (const button of buttons)
    button.addEventListener('click', async () => {
      if (isSent) return
      isSent = true
      // Buttons stay where they are: a button that vanished would take the focus with it.
      for (const one of buttons) {
        one.setAttribute('aria-disabled', 'true')
        one.setAttribute('aria-pressed', String(one === button))
      }
      isSent = await send(button.value)
      if (!isSent)
        for (const one of buttons) for (const name of ['aria-disabled', 'aria-pressed']) one.removeAttribute(name)
      status.textContent = (isSent ? button.dataset.thanks : status.dataset.failed) ?? ''
      link.hidden = !isSent || button.value !== 'no'
    })
}

export function startVote(): void {
  const place = document.querySelector<HTMLElement>('.vote')
  const status = place?.querySelector<HTMLElement>('[role=status]')
  const link = place?.querySelector<HTMLElement>('a')
  if (!place || !status || !link) return
  const observer = new IntersectionObserver(
    async ([entry]) => {
      if (!entry?.isIntersecting) return
      observer.disconnect()
      if (!(await hasService())) return
      listen(place, status, link)
      place.dataset.shown = ''
    },
    { rootMargin: '400px' },
  )
  observer.observe(place)
}
