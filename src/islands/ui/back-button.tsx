import * as icons from '#lib/illustration/icons.ts'
import { Icon } from './icon.tsx'

/** Back to the list on a phone, where an opened item is a page of its own. */
export function BackButton({ label, onBack }: { label: string; onBack(): void }) {
  return (
    <button type="button" className="btn btn-ghost btn-sm lg:hidden mb-3" onClick={onBack}>
      <Icon path={icons.chevronLeft} className="size-4" />
      {label}
    </button>
  )
}
