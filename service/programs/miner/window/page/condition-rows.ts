import { byId, html } from './dom.ts'

interface ConditionRow {
  /** Id of the check box; the note has `<id>-note`. */
  id: string
  /** Key of the text beside the box. */
  text: string
  number?: { id: string; text: string; min: number; max: number }
}

const rows: readonly ConditionRow[] = [
  { id: 'idle', text: 'when.idle', number: { id: 'idle-minutes', text: 'when.idleMinutes', min: 1, max: 120 } },
  { id: 'mains', text: 'when.mains' },
  { id: 'full-screen', text: 'when.fullScreen' },
  { id: 'hot', text: 'when.celsius', number: { id: 'celsius', text: 'when.maxCelsius', min: 40, max: 110 } },
]

/** A part of a row of the template. */
function part<T extends Element>(row: DocumentFragment, selector: string): T {
  const found = row.querySelector<T>(selector)
  if (found) return found
  throw new Error(`a condition's row has no ${selector}`)
}

function createRow({ id, text, number }: ConditionRow): DocumentFragment {
  const row = byId('condition', HTMLTemplateElement).content.cloneNode(true) as DocumentFragment
  part(row, '.check input').id = id
  part(row, '.check span').textContent = text
  part(row, '.note').id = `${id}-note`
  const amount = part(row, '.amount')
  if (!number) {
    amount.remove()
    return row
  }
  const field = part<HTMLInputElement>(row, '.amount input')
  field.id = number.id
  field.min = String(number.min)
  field.max = String(number.max)
  part(row, '.amount span').textContent = number.text
  return row
}

/** Adds the conditions before the schedule's row. Like the page, they come with the keys as their texts. */
export function createConditionRows(): void {
  html('conditions').prepend(...rows.map(createRow))
}
