import { atom } from 'nanostores'
import { newRequestId } from '#lib/api/request-id.ts'
import { type ReportCategory, reportCategories } from '#lib/rules/feedback.ts'
import { $session } from '#lib/session/session.ts'
import { forget, remember, remembered } from '#lib/session/storage.ts'

/** The report being written, stored in the browser for its user: a reload or a lost response loses nothing. */
export interface Draft {
  category: ReportCategory
  content: string
  contact: string
  /** True if the browser's name and the page's version are sent with it. */
  consents: boolean
  /** The id of the failure that it is about. */
  fault?: string | undefined
  pictures: readonly { id: string; name: string }[]
  /** Made once per draft: sending twice makes one report. */
  requestId: string
}

const place = (): string => `report-draft:${$session.get()?.user?.id ?? ''}`

const fresh = (): Draft => ({
  category: 'site',
  content: '',
  contact: '',
  consents: false,
  pictures: [],
  requestId: newRequestId(),
})

function storedDraft(): Draft {
  try {
    const draft = { ...fresh(), ...(JSON.parse(remembered(place()) ?? '{}') as Partial<Draft>) }
    return reportCategories.includes(draft.category) && Array.isArray(draft.pictures) ? draft : fresh()
  } catch {
    return fresh()
  }
}

export const $draft = atom<Draft>(storedDraft())
$draft.listen((draft) => void remember(place(), JSON.stringify(draft)))

export const changeDraft = (part: Partial<Draft>): void => $draft.set({ ...$draft.get(), ...part })

export function dropDraft(): void {
  $draft.set(fresh())
  forget(place())
}
