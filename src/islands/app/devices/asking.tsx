import { createContext, type ReactNode, useCallback, useContext, useState } from 'react'
import type { Machine } from '#lib/contract/device-list.ts'
import { DeviceLog } from './log-dialog.tsx'
import { RenameDialog } from './rename-dialog.tsx'
import { UnbindDialog } from './unbind-dialog.tsx'

const dialogs = { rename: RenameDialog, log: DeviceLog, unbind: UnbindDialog }

type Ask = (what: keyof typeof dialogs, device: Machine) => void

const Asking = createContext<Ask>(() => undefined)

/** Opens a dialog about a device. */
export const useAsk = (): Ask => useContext(Asking)

/**
 * Around a list of devices: the dialogs about one of them. They stand beside the list, so that what is typed stays when
 * the device leaves it: offline now, on another page, or unbound elsewhere.
 */
export function DeviceDialogs({ children }: { children: ReactNode }) {
  const [asked, setAsked] = useState<{ what: keyof typeof dialogs; device: Machine }>()
  const ask = useCallback<Ask>((what, device) => setAsked({ what, device }), [])
  const DialogOf = asked && dialogs[asked.what]
  return (
    <Asking value={ask}>
      {children}
      {DialogOf && <DialogOf device={asked.device} onClose={() => setAsked(undefined)} />}
    </Asking>
  )
}
