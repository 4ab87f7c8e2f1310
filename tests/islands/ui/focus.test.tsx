// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest'
import { LoadFailed } from '#ui/error-panel.tsx'
import { usePreservedFocus } from '#ui/focus.ts'
import { render } from './render.ts'

function Part({ button }: { button: string | undefined }) {
  return (
    <section {...usePreservedFocus()} tabIndex={-1}>
      {button && <button type="button">{button}</button>}
    </section>
  )
}

/** A page with the part in it, and a button outside. */
const page = (button: string | undefined, isThere = true) => (
  <main tabIndex={-1}>
    {isThere && <Part button={button} />}
    <button type="button">elsewhere</button>
  </main>
)
const buttonNamed = (host: Element, name: string) =>
  [...host.querySelectorAll('button')].find(({ textContent }) => textContent === name)

test('a removed element passes its focus to its part, and the part to the page’s content', async () => {
  const { host, draw } = await render(page('Check'))
  buttonNamed(host, 'Check')?.focus()
  await draw(page(undefined))
  expect(document.activeElement).toBe(host.querySelector('section'))
  await draw(page(undefined, false))
  expect(document.activeElement).toBe(host.querySelector('main'))
})

test('a focus elsewhere, or moved elsewhere, stays there', async () => {
  const { host, draw } = await render(page('Check'))
  const other = buttonNamed(host, 'elsewhere')
  buttonNamed(host, 'Check')?.focus()
  other?.focus()
  await draw(page(undefined))
  await draw(page(undefined, false))
  expect(document.activeElement).toBe(other)
})

test('a panel that finally loads leaves the focus on the content', async () => {
  const retry = vi.fn()
  const content = (failed: boolean) => (
    <main tabIndex={-1}>{failed && <LoadFailed title="Failed" retryLabel="Try again" onRetry={retry} />}</main>
  )
  const { host, draw } = await render(content(true))
  host.querySelector('button')?.focus()
  host.querySelector('button')?.click()
  expect(retry).toHaveBeenCalledOnce()
  await draw(content(false))
  expect(document.activeElement).toBe(host.querySelector('main'))
})
