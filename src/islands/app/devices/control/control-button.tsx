import { lazy } from 'react'
import { DialogButton } from '#ui/dialog-button.tsx'
import { d } from '../texts.ts'

const ManyDialog = lazy(() => import('./many-dialog.tsx').then((module) => ({ default: module.ManyDialog })))

/** "Control several" with its dialog about the devices of the list's filter. It keeps its place where there are not several. */
export function ControlButton({ off }: { off: boolean }) {
  return (
    <DialogButton
      className={`btn btn-line btn-sm ${off ? 'invisible' : ''}`}
      dialog={(state) => <ManyDialog {...state} />}
    >
      {d('controlAll')}
    </DialogButton>
  )
}
