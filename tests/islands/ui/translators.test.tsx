// @vitest-environment happy-dom
import { act, type ReactNode } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { translatePage } from '../../_world/translator.ts'

let root: Root
let host: HTMLElement
beforeEach(async () => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  host = document.body.appendChild(document.createElement('div'))
  root = createRoot(host)
  await import('#ui/translators.ts')
})
afterEach(async () => {
  await act(() => root.unmount())
  host.remove()
})

const Sum = ({ units }: { units: number }) => (
  <p>
    {units} units, <b>{units * 188} USDT</b> in all
  </p>
)

/** Left alone by the translators of the tests before. */
const Progress = ({ done, all }: { done: number; all: number }) => (
  <p translate="no">
    {done} units of {all}
  </p>
)

const Note = ({ late }: { late: boolean }) => (
  <p>
    {late ? null : 'Soon '}
    {late && <b>Late </b>}
    {'after '}
    {late ? 'all' : null}
  </p>
)

const Figure = ({ value }: { value: number }) => (
  <p>
    total <b translate="no">{value} USDT</b>
  </p>
)

const draw = (node: ReactNode) => act(() => root.render(node))
/** Observers are called in the next task. */
const settle = () => new Promise((resolve) => setTimeout(resolve))

async function translated(first: ReactNode, then: ReactNode): Promise<string> {
  await draw(first)
  translatePage()
  await settle()
  expect(host.textContent).toContain('«')
  await draw(then)
  await settle()
  return host.textContent ?? ''
}

test('a text beside others shows its newest value', async () => {
  expect(await translated(<Sum units={1} />, <Sum units={3} />)).toBe('«3»« units, »«564»« USDT»« in all»')
})

test('a removed text disappears, and a new one is shown in its place', async () => {
  expect(await translated(<Note late={false} />, <Note late />)).toBe('«Late »«after »«all»')
  expect(await translated(<Note late />, <Note late={false} />)).toBe('«Soon »«after »')
})

/** The ways in which a translator puts an element of its own in the place of a text. */
const placements: Record<string, (text: Text, standIn: Element) => void> = {
  'in its place': (text, standIn) => text.replaceWith(standIn),
  'before it': (text, standIn) => {
    text.before(standIn)
    text.remove()
  },
  'after it': (text, standIn) => {
    text.after(standIn)
    text.remove()
  },
}

test.each(Object.keys(placements))('each of two texts has the element that stands %s', async (placement) => {
  await draw(<Progress done={1} all={4} />)
  for (const text of [...(host.firstElementChild?.childNodes ?? [])]) {
    const standIn = document.createElement('font')
    standIn.textContent = `«${text.textContent}»`
    placements[placement]?.(text as Text, standIn)
  }
  await settle()
  expect(host.textContent).toBe('«1»« units of »«4»')
  await draw(<Progress done={2} all={5} />)
  expect(host.textContent).toBe('2« units of »5')
})

test('protected text stays one text', async () => {
  expect(await translated(<Figure value={1} />, <Figure value={2} />)).toBe('«total »2 USDT')
})

test('a text removed before the observer ran breaks nothing', async () => {
  await draw(<p>{['a ', <b key="b">b</b>]}</p>)
  const [text] = host.firstElementChild?.childNodes ?? []
  text?.remove()
  await settle()
  await draw(
    <p>
      <i key="i">i</i>
    </p>,
  )
  expect(host.textContent).toContain('i')
  expect(host.textContent).not.toContain('b')
})
