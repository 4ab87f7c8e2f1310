import { lazy, Suspense, useState } from 'react'
import { d } from '../texts.ts'

/** Loaded on first use: no screen waits for it. */
const ManyDialog = lazy(() => import('./many-dialog.tsx').then((module) => ({ default: module.ManyDialog })))

/** "Control several" with its dialog about the devices of the list's filter. It keeps its place where there are not several. */
export function ControlButton({ off }: { off: boolean }) {
  const [opened, setOpened] = useState(false)
  const [open, setOpen] = useState(false)
  return (
    <>
      <button
        type="button"
        className={`btn btn-line btn-sm ${off ? 'invisible' : ''}`}
        aria-haspopup="dialog"
        onClick={() => {
          setOpened(true)
          setOpen(true)
        }}
      >
        {d('controlAll')}
      </button>
      {opened && (
        <Suspense>
          <ManyDialog open={open} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
