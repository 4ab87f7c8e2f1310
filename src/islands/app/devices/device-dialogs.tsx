import { createContext, type ReactNode, useCallback, useContext, useState } from 'react'
import type { Machine } from '#lib/contract/device-list.ts'
import { DeviceLog } from './log-dialog.tsx'
import { RenameDialog } from './rename-dialog.tsx'
import { UnbindDialog } from './unbind-dialog.tsx'

const dialogs = { rename: RenameDialog, log: DeviceLog, unbind: UnbindDialog }

type OpenDialog = (what: keyof typeof dialogs, device: Machine) => void

const DialogContext = createContext<OpenDialog>(() => undefined)

/** Opens a dialog about a device. */
export const useDeviceDialog = (): OpenDialog => useContext(DialogContext)

/**
 * Around a list of devices: the dialogs about one of them. They stand beside the list, so that what is typed stays when
 * the device leaves it: offline now, on another page, or unbound elsewhere.
 */
export function DeviceDialogs({ children }: { children: ReactNode }) {
  const [opened, setOpened] = useState<{ what: keyof typeof dialogs; device: Machine }>()
  const ask = useCallback<OpenDialog>((what, device) => setOpened({ what, device }), [])
  const DialogOf = opened && dialogs[opened.what]
  return (
    <DialogContext value={ask}>
      {children}
      {DialogOf && <DialogOf device={opened.device} onClose={() => setOpened(undefined)} />}
    </DialogContext>
  )
}
