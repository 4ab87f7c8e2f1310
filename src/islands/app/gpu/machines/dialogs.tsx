import { useEffect, useState } from 'react'
import type { OwnMachine } from '#lib/contract/gpu-machines.ts'
import * as icons from '#lib/illustration/icons.ts'
import { HOST_FILE } from '#lib/rules/host-program.ts'
import { CopyButton } from '#ui/copy-button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Icon } from '#ui/icon.tsx'
import { toast } from '#ui/toast.ts'
import { actionErrorText } from '../../core/calls/error-text.ts'
import { ConfirmDialog } from '../../core/forms/confirm-dialog.tsx'
import { useT } from '../../core/texts/i18n.ts'
import { m } from '../texts.ts'
import { makeToken, stop } from './store.ts'
import { TemplatePolicyForm } from './template-policy.tsx'

export type OpenDialog = 'token' | 'newToken' | 'stop' | 'templates'

interface DialogsProps {
  machine: OwnMachine
  opened: OpenDialog | undefined
  onClose: () => void
}

/** Confirmations of actions, and the token, which is shown once. */
export function MachineDialogs({ machine, opened, onClose }: DialogsProps) {
  const t = useT()
  const { name } = machine
  const [command, setCommand] = useState<string>()
  const make = async () => setCommand(await makeToken(machine))
  // There is nothing to ask before the first token.
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is created on request, and not again by a reload.
  useEffect(() => {
    if (opened === 'token')
      make()
        .catch((error) => toast('error', actionErrorText(t, error)))
        .finally(onClose)
  }, [opened])
  const close = () => setCommand(undefined)

  const isNew = opened === 'newToken'
  const isBack = machine.machine === null
  const title = isNew ? 'newTokenTitle' : isBack ? 'withdrawTitle' : 'stopTitle'
  const text = isNew ? 'newTokenAsk' : isBack ? 'withdrawAsk' : 'stopAsk'
  return (
    <>
      <ConfirmDialog
        open={(opened === 'newToken' || opened === 'stop') && command === undefined}
        onClose={onClose}
        title={m(`machines.${title}`, { name })}
        text={m(`machines.${text}`)}
        cancel={m('keep')}
        confirm={m(isNew ? 'machines.newToken' : isBack ? 'machines.withdraw' : 'machines.stop')}
        act={isNew ? make : () => stop(machine)}
        {...(!isNew && { done: m('machines.done') })}
      />
      <Dialog
        open={opened === 'templates'}
        onClose={onClose}
        title={m('machines.templatesTitle', { name })}
        closeLabel={t('close')}
      >
        {machine.machine && <TemplatePolicyForm machine={machine} listed={machine.machine} onDone={onClose} />}
      </Dialog>
      <Dialog
        open={command !== undefined}
        onClose={close}
        title={m('machines.tokenTitle', { name })}
        closeLabel={t('close')}
        footer={
          <button type="button" className="btn btn-neutral" onClick={close}>
            {m('machines.kept')}
          </button>
        }
      >
        <p className="text-muted">{m('machines.tokenText')}</p>
        <ol className="list-decimal pl-5 grid grid-cols-[minmax(0,1fr)] gap-4">
          <li>
            <p>{m('machines.tokenSave')}</p>
            <a className="btn btn-line btn-sm mt-2" href={`/${HOST_FILE}`} download>
              <Icon path={icons.download} className="size-4" />
              {HOST_FILE}
            </a>
          </li>
          <li>
            <p>{m('machines.tokenRun')}</p>
            <div className="well px-4 py-3 mt-2 flex items-center justify-between gap-3">
              <code className="code wrap-anywhere" data-command>
                {command}
              </code>
              <CopyButton
                text={command ?? ''}
                label={t('copy')}
                copiedLabel={t('copied')}
                failedText={t('copyFailed')}
              />
            </div>
          </li>
        </ol>
        <p className="text-sm text-warning-text">{m('machines.tokenOnce')}</p>
      </Dialog>
    </>
  )
}
