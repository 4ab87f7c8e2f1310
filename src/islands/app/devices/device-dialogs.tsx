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
 * Dialogs about a device, around a list of devices. They are beside the list, so that input stays when the device
 * leaves the list: offline now, on another page, or unbound in another tab.
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
