// Keys of the operators' page. Every act still asks on a page of its own before it is done.
const rows = () => [...document.querySelectorAll('[data-row]')]
/** The element of a row that takes the focus: its link, or the row itself where nothing opens. */
const focusOf = (row) => row.querySelector('a') ?? row
const currentRow = () => document.activeElement?.closest('[data-row]') ?? undefined

function move(by) {
  const all = rows()
  if (all.length === 0) return
  const index = all.indexOf(currentRow())
  const next = index === -1 ? (by > 0 ? 0 : all.length - 1) : Math.min(all.length - 1, Math.max(0, index + by))
  const target = focusOf(all[next])
  target.focus({ preventScroll: true })
  all[next].scrollIntoView({ block: 'nearest' })
}

/** The form of a key: of the chosen row, else of the page if it is the only one there. */
function formOf(key) {
  const selector = `form[data-key="${key}"]`
  const inRow = currentRow()?.querySelector(selector)
  if (inRow) return inRow
  const all = document.querySelectorAll(selector)
  return all.length === 1 ? all[0] : undefined
}

/** Sends a form that asks for nothing; goes to the first field of any other. */
function begin(key) {
  const form = formOf(key)
  if (!form) return false
  const folded = form.closest('details')
  if (folded) folded.open = true
  const field = form.querySelector('input:not([type="hidden"]), textarea, select')
  if (field) field.focus()
  else form.requestSubmit()
  return true
}

const help = document.getElementById('keys')
const showHelp = () => help?.showModal()
const acts = {
  j: () => move(1),
  k: () => move(-1),
  a: () => begin('a'),
  r: () => begin('r'),
  '/': () => document.querySelector('input[data-key="/"]')?.focus(),
  '?': showHelp,
}

const isTyping = (target) => target instanceof Element && target.matches('input, textarea, select, [contenteditable]')

document.addEventListener('keydown', (event) => {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return
  if (isTyping(event.target) || help?.open) return
  if (!Object.hasOwn(acts, event.key)) return
  event.preventDefault()
  acts[event.key]()
})

const button = document.querySelector('button[data-key="?"]')
if (button) {
  button.hidden = false
  button.addEventListener('click', showHelp)
}
