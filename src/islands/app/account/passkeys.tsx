import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { PASSKEY_NAME_LENGTH } from '#lib/rules/sign-in.ts'
import { utcDateTime } from '#lib/time/format.ts'
import { Dialog } from '#ui/dialog.tsx'
import { usePreservedFocus } from '#ui/focus.ts'
import { PanelHead } from '#ui/panel-head.tsx'
import { RowsSkeleton } from '#ui/skeleton.tsx'
import { Status } from '#ui/status.tsx'
import { SteadyButton } from '#ui/steady-button.tsx'
import { toast } from '#ui/toast.ts'
import { UnbrokenDates } from '#ui/unbroken-dates.tsx'
import { Loaded } from '../core/calls/load-state.tsx'
import { TextField } from '../core/forms/labelled-field.tsx'
import { useForm } from '../core/forms/use-form.ts'
import { useT } from '../core/texts/i18n.ts'
import { LastMethodNote } from './last-method-note.tsx'
import {
  $passkeys,
  addPasskey,
  addressWithName,
  isCancelled,
  knowsPasskeys,
  type Passkey,
  removePasskey,
  renamePasskey,
} from './passkeys-store.ts'
import { useStepUp } from './step-up.tsx'
import { a } from './texts.ts'

export function PasskeysPanel() {
  const list = useStore($passkeys).data?.list
  const isOn = list !== undefined && list.length > 0
  const namedAddress = addressWithName()
  const isUsable = knowsPasskeys() && !namedAddress
  return (
    <section className="panel overflow-hidden" aria-labelledby="passkeys">
      <div className="px-5 lg:px-6 pt-5 pb-4 grid grid-cols-[minmax(0,1fr)] gap-3">
        <PanelHead
          id="passkeys"
          title={a('passkeys.title')}
          text={a('passkeys.text')}
          status={
            list && (
              <Status tone={isOn ? 'success' : 'muted'} mark={isOn ? 'on' : 'off'}>
                {a(isOn ? 'factor.on' : 'factor.off')}
              </Status>
            )
          }
          action={isUsable ? <AddPasskey /> : null}
        />
        {!isUsable && (
          <p className="text-sm break-words">
            {namedAddress ? a('passkeys.needsName', { address: namedAddress }) : a('passkeys.unsupported')}
          </p>
        )}
      </div>
      <Loaded store={$passkeys} skeleton={<RowsSkeleton rows={1} />}>
        {(passkeys) => <Passkeys {...passkeys} />}
      </Loaded>
    </section>
  )
}

function AddPasskey() {
  const t = useT()
  const { run, busy, dialog } = useStepUp()
  const [open, setOpen] = useState(false)
  const create = (name: string) =>
    run(async () => {
      await addPasskey(name).then(
        () => toast('success', a('passkeys.created', { name })),
        (error: unknown) => {
          if (!isCancelled(error)) throw error
          toast('error', a('passkeys.cancelled'))
        },
      )
    })
  return (
    <>
      <SteadyButton className="btn-line btn-sm" off={busy} onClick={() => setOpen(true)}>
        {a('passkeys.add')}
      </SteadyButton>
      {dialog}
      <Dialog open={open} onClose={() => setOpen(false)} title={a('passkeys.add')} closeLabel={t('close')}>
        <NameForm
          label={a('passkeys.create')}
          onName={(name) => {
            setOpen(false)
            void create(name)
          }}
        />
      </Dialog>
    </>
  )
}

interface NameFormProps {
  name?: string
  label: string
  onName: (name: string) => unknown
}

function NameForm({ name: before = '', label, onName }: NameFormProps) {
  const [name, setName] = useState(before)
  const form = useForm<'name'>({
    check: () => (name.trim() === '' ? { field: 'name', text: a('passkeys.nameEmpty') } : undefined),
    async send() {
      await onName(name.trim())
      return undefined
    },
    refusals: { rest: 'name' },
  })
  return (
    <form {...form.props} className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <TextField
        label={a('passkeys.name')}
        value={name}
        onChange={form.typed('name', setName)}
        error={form.errorOf('name')}
        maxLength={PASSKEY_NAME_LENGTH}
      />
      <p className="text-xs text-muted -mt-2.5">{a('passkeys.nameHint')}</p>
      <SteadyButton type="submit" className="btn-primary btn-block" off={form.busy} aria-busy={form.busy}>
        {label}
      </SteadyButton>
    </form>
  )
}

function Passkeys({ list, isLast }: { list: readonly Passkey[]; isLast: boolean }) {
  const focusProps = usePreservedFocus<HTMLUListElement>()
  if (list.length === 0)
    return <p className="px-5 lg:px-6 py-4 border-t border-line text-sm text-muted">{a('passkeys.none')}</p>
  return (
    <ul {...focusProps} tabIndex={-1} aria-labelledby="passkeys" className="rule border-t border-line outline-none">
      {list.map((passkey) => (
        <Row key={passkey._id} passkey={passkey} isLast={isLast} />
      ))}
    </ul>
  )
}

function Row({ passkey, isLast }: { passkey: Passkey; isLast: boolean }) {
  const t = useT()
  const { name } = passkey
  const { run, busy, dialog } = useStepUp()
  const [open, setOpen] = useState<'rename' | 'remove'>()
  const close = () => setOpen(undefined)
  const remove = () => {
    close()
    void run(async () => {
      await removePasskey(passkey._id)
      toast('success', a('passkeys.removed', { name }))
    })
  }
  return (
    <li className="px-5 lg:px-6 py-3.5 flex flex-wrap items-center gap-x-3 gap-y-2">
      <span className="flex-1 min-w-0">
        <bdi className="font-medium break-words mr-2">{name}</bdi>
        {passkey.synced && (
          <Status tone="muted" mark="on" plain>
            {a('passkeys.synced')}
          </Status>
        )}
        <span className="block text-xs text-faint num whitespace-normal!">
          <UnbrokenDates
            text={
              passkey.lastUsedAt === null
                ? a('passkeys.added', { time: utcDateTime(passkey.createdAt) })
                : a('passkeys.used', { time: utcDateTime(passkey.lastUsedAt) })
            }
          />
        </span>
      </span>
      <button type="button" className="btn btn-ghost btn-sm" onClick={() => setOpen('rename')}>
        {a('passkeys.rename')}
      </button>
      <SteadyButton
        className="btn-line btn-sm"
        off={busy || isLast}
        aria-describedby={isLast ? 'passkey-last' : undefined}
        onClick={() => setOpen('remove')}
      >
        {a('passkeys.remove')}
      </SteadyButton>
      {isLast && <LastMethodNote id="passkey-last" />}
      {dialog}
      <Dialog open={open === 'rename'} onClose={close} title={a('passkeys.rename')} closeLabel={t('close')}>
        <NameForm
          name={name}
          label={a('passkeys.save')}
          onName={async (next) => {
            await renamePasskey(passkey._id, next)
            toast('success', a('passkeys.renamed'))
            close()
          }}
        />
      </Dialog>
      <Dialog
        open={open === 'remove'}
        onClose={close}
        title={a('passkeys.removeTitle', { name })}
        closeLabel={t('close')}
        footer={
          <>
            <button type="button" className="btn btn-line" onClick={close}>
              {t('cancel')}
            </button>
            <button type="button" className="btn btn-neutral" onClick={remove}>
              {a('passkeys.remove')}
            </button>
          </>
        }
      >
        <p>{a('passkeys.removeText')}</p>
      </Dialog>
    </li>
  )
}
