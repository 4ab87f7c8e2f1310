// @vitest-environment happy-dom
import { act } from 'react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { Dialog } from '#ui/dialog.tsx'
import { useHold } from '#ui/modal.ts'
import { render } from './render.ts'

/** A request in a dialog while it is pending. */
function Request({ busy }: { busy: boolean }) {
  useHold(busy)
  return null
}

/** A dialog with a request in it, and all ways to close it. */
async function openDialog() {
  const onClose = vi.fn()
  const dialogWith = (request: 'busy' | 'answered' | 'gone', open = true) => (
    <Dialog open={open} onClose={onClose} title="Withdraw" closeLabel="Close">
      {request !== 'gone' && <Request busy={request === 'busy'} />}
    </Dialog>
  )
  const { host, draw } = await render(dialogWith('busy'))
  const dialog = host.querySelector('dialog') as HTMLDialogElement
  const send = (event: Event) => act(async () => dialog.dispatchEvent(event))
  return {
    dialog,
    onClose,
    show: (...state: Parameters<typeof dialogWith>) => draw(dialogWith(...state)),
    button: () => host.querySelector('[aria-label=Close]'),
    async leave() {
      await send(new Event('cancel', { cancelable: true }))
      await send(new MouseEvent('mousedown', { bubbles: true }))
      // A gesture of the system closes it without asking.
      await act(async () => dialog.close())
    },
  }
}

test('H10 a dialog stays open, whatever is pressed, while a request runs in it', async () => {
  const { dialog, onClose, leave, button } = await openDialog()
  expect(button()).toBeNull()
  await leave()
  expect(onClose).not.toHaveBeenCalled()
  expect(dialog.open).toBe(true)
})

test.each(['answered', 'gone'] as const)('it can be left again when the request is %s', async (request) => {
  const { onClose, leave, button, show } = await openDialog()
  await show(request)
  expect(button()).not.toBeNull()
  await leave()
  expect(onClose).toHaveBeenCalledTimes(3)
})

test('a request that ended with its dialog blocks no later one', async () => {
  const { button, show } = await openDialog()
  await show('busy', false)
  await show('answered')
  expect(button()).not.toBeNull()
})

test.each([
  ['at the viewport is painted before it is modal', { top: 0, bottom: 600 }, 0],
  ['held by the page around it is modal at once', { top: -900, bottom: 2400 }, 1],
])('a dialog stays %s', async (_, place, modal) => {
  vi.spyOn(HTMLDialogElement.prototype, 'getBoundingClientRect').mockReturnValue({
    ...new DOMRect(),
    ...place,
  } as DOMRect)
  const showModal = vi.spyOn(HTMLDialogElement.prototype, 'showModal')
  onTestFinished(() => void vi.restoreAllMocks())
  await openDialog()
  expect(showModal).toHaveBeenCalledTimes(modal)
  await vi.waitFor(() => expect(showModal).toHaveBeenCalledTimes(1))
})
