import { useStore } from '@nanostores/react'
import { useId, useState } from 'react'
import * as icons from '#lib/illustration/icons.ts'
import { MAX_PICTURES, pictureTypes } from '#lib/rules/feedback.ts'
import { Icon } from '#ui/icon.tsx'
import { actionErrorText } from '../core/calls/error-text.ts'
import { useT } from '../core/texts/i18n.ts'
import { $draft, changeDraft } from './draft.ts'
import { FieldError } from './fields.tsx'
import { addPicture } from './store.ts'
import { m } from './texts.ts'

/** Up to three pictures, one at a time. */
export function PicturesField() {
  const t = useT()
  const id = useId()
  const { pictures } = useStore($draft)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string>()
  const add = async (file: File | undefined) => {
    if (!file || busy) return
    setBusy(true)
    setError(undefined)
    await addPicture(file).catch((failure) => setError(actionErrorText(t, failure)))
    setBusy(false)
  }
  const remove = (removed: string) => changeDraft({ pictures: pictures.filter((one) => one.id !== removed) })
  return (
    <div>
      <p className="text-sm font-medium block mb-1.5">{m('pictures', { most: MAX_PICTURES })}</p>
      {pictures.map(({ id: picture, name }) => (
        <p key={picture} className="flex items-center gap-2 text-sm mb-1.5">
          <bdi className="flex-1 min-w-0 truncate">{name}</bdi>
          <button
            type="button"
            className="btn btn-ghost btn-sm btn-square"
            aria-label={m('removePicture', { name })}
            onClick={() => remove(picture)}
          >
            <Icon path={icons.x} className="size-4" />
          </button>
        </p>
      ))}
      {pictures.length < MAX_PICTURES && (
        <label className="btn btn-line btn-sm focus-within:outline-2 outline-offset-2 outline-primary">
          <Icon path={icons.plus} className="size-4" />
          {m('addPicture')}
          <input
            type="file"
            className="sr-only"
            accept={pictureTypes.join(',')}
            disabled={busy}
            aria-busy={busy}
            aria-describedby={`${id}-hint`}
            onChange={({ currentTarget }) => {
              void add(currentTarget.files?.[0])
              currentTarget.value = ''
            }}
          />
        </label>
      )}
      <p id={`${id}-hint`} className="mt-1 text-xs text-faint">
        {m(busy ? 'pictureComing' : 'picturesHint')}
      </p>
      <FieldError id={`${id}-error`} error={error} />
    </div>
  )
}
