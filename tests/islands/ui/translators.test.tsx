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
/** The observers are told of it in the next task. */
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

test('a text beside others shows its newest words', async () => {
  expect(await translated(<Sum units={1} />, <Sum units={3} />)).toBe('«3»« units, »«564»« USDT»« in all»')
})

test('a text that is taken away goes, and one that comes stands in its place', async () => {
  expect(await translated(<Note late={false} />, <Note late />)).toBe('«Late »«after »«all»')
  expect(await translated(<Note late />, <Note late={false} />)).toBe('«Soon »«after »')
})

test('what must not be translated stays one text', async () => {
  expect(await translated(<Figure value={1} />, <Figure value={2} />)).toBe('«total »2 USDT')
})

test('a text that was taken before anybody looked makes nothing fail', async () => {
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
