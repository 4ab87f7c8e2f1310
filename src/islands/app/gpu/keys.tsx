import { useStore } from '@nanostores/react'
import { useState } from 'react'
import type { SshKey } from '#lib/contract/gpu.ts'
import * as icons from '#lib/illustration/icons.ts'
import { CopyButton } from '#ui/copy-button.tsx'
import { Icon } from '#ui/icon.tsx'
import { LinesSkeleton } from '#ui/skeleton.tsx'
import { SteadyButton } from '#ui/steady-button.tsx'
import { toast } from '#ui/toast.ts'
import { actionErrorText } from '../core/calls/error-text.ts'
import { Loaded } from '../core/calls/load-state.tsx'
import { LabelledField, TextField } from '../core/forms/labelled-field.tsx'
import { useForm } from '../core/forms/use-form.ts'
import { useT } from '../core/texts/i18n.ts'
import { $keys, addKey, removeKey } from './store.ts'
import { m } from './texts.ts'

interface KeyChoiceProps {
  chosen: readonly string[]
  /** Takes the change and not its result: a key that is added arrives after other choices. */
  onChoose: (change: (ids: readonly string[]) => readonly string[]) => void
  title?: string
}

/** Keys that may enter a rental, and a form for a new one. */
export function KeyChoice({ chosen, onChoose, title = m('keys.title') }: KeyChoiceProps) {
  const data = useStore($keys).data
  const list = data?.list ?? []
  const toggle = (id: string) => onChoose((ids) => (ids.includes(id) ? ids.filter((one) => one !== id) : [...ids, id]))
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <Loaded store={$keys} skeleton={<LinesSkeleton lines={2} />} flush>
        {() => (
          <fieldset className="grid grid-cols-[minmax(0,1fr)] gap-2">
            <legend className="text-sm font-medium mb-1.5">{title}</legend>
            {list.length === 0 && <p className="text-sm text-muted">{m('keys.none')}</p>}
            {list.map((key) => (
              <label key={key.id} className="flex items-start gap-3">
                <input
                  type="checkbox"
                  className="accent-primary size-4 mt-0.5 shrink-0"
                  checked={chosen.includes(key.id)}
                  onChange={() => toggle(key.id)}
                />
                <KeyText of={key} />
              </label>
            ))}
          </fieldset>
        )}
      </Loaded>
      {data && <AddKey onAdded={(id) => onChoose((ids) => [...ids, id])} isFirst={list.length === 0} />}
    </div>
  )
}

export function KeyText({ of: { name, type, fingerprint } }: { of: SshKey }) {
  return (
    <span className="min-w-0 text-sm">
      <bdi className="block font-medium break-words">{name}</bdi>
      <span className="block text-xs text-muted code break-all">
        {type} {fingerprint}
      </span>
    </span>
  )
}

/** Commands of the user's own computer; PowerShell knows both. */
const commands = { make: 'ssh-keygen -t ed25519', show: 'cat ~/.ssh/id_ed25519.pub' } as const

/** How a key is made and shown, with the commands to copy. */
function KeyHelp() {
  const t = useT()
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2 text-sm text-muted">
      {(['make', 'show'] as const).map((step) => (
        <div key={step} className="grid grid-cols-[minmax(0,1fr)] gap-1.5">
          <p>{m(`keys.${step}`)}</p>
          <div className="well pl-4 pr-2 py-1.5 flex items-center justify-between gap-3">
            <code className="code text-base-content wrap-anywhere">{commands[step]}</code>
            <CopyButton
              text={commands[step]}
              label={t('copy')}
              copiedLabel={t('copied')}
              failedText={t('copyFailed')}
            />
          </div>
        </div>
      ))}
      <p className="text-xs">{m('keys.types')}</p>
    </div>
  )
}

interface AddKeyProps {
  onAdded?: (id: string) => void
  isFirst?: boolean
  /** False where the help stands beside the form. */
  hasHelp?: boolean
}

/** A key is pasted and named. */
export function AddKey({ onAdded, isFirst = false, hasHelp = true }: AddKeyProps) {
  const [open, setOpen] = useState(false)
  const [name, setName] = useState('')
  const [key, setKey] = useState('')
  const form = useForm<'name' | 'key'>({
    check: () => {
      if (name.trim() === '') return { field: 'name', text: m('keys.nameMissing') }
      return key.trim() === '' ? { field: 'key', text: m('keys.keyMissing') } : undefined
    },
    send: async () => {
      // Not inside the optional call, which would skip its arguments too.
      const id = await addKey({ name: name.trim(), key: key.trim() })
      onAdded?.(id)
      setName('')
      setKey('')
      setOpen(false)
      toast('success', m('keys.added'))
      return undefined
    },
    refusals: { rest: 'key' },
  })
  if (!open && !isFirst)
    return (
      <button type="button" className="btn btn-line btn-sm justify-self-start" onClick={() => setOpen(true)}>
        <Icon path={icons.plus} className="size-4" />
        {m('keys.add')}
      </button>
    )
  return (
    <form {...form.props} className="grid grid-cols-[minmax(0,1fr)] gap-3" noValidate>
      <TextField
        label={m('keys.name')}
        value={name}
        onChange={form.typed('name', setName)}
        error={form.errorOf('name')}
        maxLength={48}
      />
      <LabelledField label={m('keys.key')} error={form.errorOf('key')}>
        {(id) => (
          <textarea
            id={id}
            className="input w-full h-auto py-3 whitespace-pre-wrap code"
            rows={4}
            value={key}
            spellCheck={false}
            autoCapitalize="off"
            autoComplete="off"
            placeholder="ssh-ed25519 AAAA…"
            maxLength={8000}
            aria-invalid={form.errorOf('key') !== undefined}
            aria-describedby={`${id}-error`}
            onChange={({ currentTarget }) => form.typed('key', setKey)(currentTarget.value)}
          />
        )}
      </LabelledField>
      {hasHelp && <KeyHelp />}
      <SteadyButton type="submit" className="btn-line justify-self-start" off={form.busy} aria-busy={form.busy}>
        {m('keys.add')}
      </SteadyButton>
    </form>
  )
}

/** The keys of the account. */
export function KeysPanel() {
  const t = useT()
  const remove = async (id: string) => {
    try {
      await removeKey(id)
      toast('success', m('keys.removed'))
    } catch (error) {
      toast('error', actionErrorText(t, error))
    }
  }
  return (
    <section
      className="panel p-5 lg:p-6 grid grid-cols-[minmax(0,1fr)] lg:grid-cols-2 gap-x-8 gap-y-4"
      aria-labelledby="keys"
    >
      <div>
        <h2 id="keys" className="title text-lg">
          {m('keys.title')}
        </h2>
        <p className="text-sm text-muted mt-1 mb-4">{m('keys.text')}</p>
        <KeyHelp />
      </div>
      <Loaded store={$keys} skeleton={<LinesSkeleton lines={2} />} flush>
        {({ list }) => (
          <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
            <ul className="rule empty:hidden">
              {list.map((key) => (
                <li key={key.id} className="py-3 first:pt-0 flex items-start justify-between gap-3">
                  <KeyText of={key} />
                  <button
                    type="button"
                    className="btn btn-ghost btn-sm text-error"
                    aria-label={m('keys.removeOf', { name: key.name })}
                    onClick={() => void remove(key.id)}
                  >
                    {m('keys.remove')}
                  </button>
                </li>
              ))}
            </ul>
            <AddKey isFirst={list.length === 0} hasHelp={false} />
          </div>
        )}
      </Loaded>
    </section>
  )
}
