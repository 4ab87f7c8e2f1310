// @vitest-environment happy-dom
import { globSync, readFileSync } from 'node:fs'
import { expect, test, vi } from 'vitest'
import { SteadyButton } from '#ui/steady-button.tsx'
import { click, render } from './render.ts'

test.each([true, false])('an inactive button (%s) keeps the focus, and acts only when it is active', async (off) => {
  const onClick = vi.fn()
  const onSubmit = vi.fn((event: React.SyntheticEvent) => event.preventDefault())
  const draft = (isOff: boolean) => (
    <form onSubmit={onSubmit}>
      <SteadyButton type="submit" off={isOff} onClick={onClick}>
        Save
      </SteadyButton>
    </form>
  )
  const { host, draw } = await render(draft(false))
  const button = host.querySelector('button')
  button?.focus()
  await draw(draft(off))
  expect(document.activeElement).toBe(button)
  await click(button)
  expect([onClick.mock.calls.length, onSubmit.mock.calls.length]).toEqual(off ? [0, 0] : [1, 1])
})

test('no button of the app is disabled: the focus would be lost', () => {
  const files = globSync('src/islands/{app,ui}/**/*.tsx')
  expect(files.length).toBeGreaterThan(60)
  const disabled = files.filter((file) =>
    /<button\b[^>]*\sdisabled\b/.test(readFileSync(file, 'utf8').replaceAll('=>', '')),
  )
  expect(disabled).toEqual([])
})
