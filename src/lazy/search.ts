import { createSearch, type Hit } from '../lib/search/search.ts'
import type { SearchIndex } from '../lib/search/search-index.ts'
import { startVote } from './reading/vote.ts'

/**
 * The search of the reading pages (src/components/reading/SearchBox.astro): a combobox with a list of links. The index
 * is fetched when the field is first used. "/" goes to the field, arrows choose, Enter opens, Escape closes.
 */
const box = document.querySelector<HTMLElement>('[data-search]')
const field = box?.querySelector('input')
const list = box?.querySelector<HTMLElement>('[role=listbox]')
const status = box?.querySelector<HTMLElement>('[role=status]')
if (box && field && list && status) start(box, field, list, status)
// Every page with the question has the search too: one file serves both.
if (import.meta.env.PUBLIC_REPOSITORY_URL) startVote()

function start(box: HTMLElement, field: HTMLInputElement, list: HTMLElement, status: HTMLElement) {
  let search: Promise<(query: string) => Hit[]> | undefined
  let active = -1
  const say = (name: string, value = '') => (box.dataset[name] ?? '').replace('#', value)

  function load() {
    search ??= fetch(box.dataset.search ?? '')
      .then((reply) => (reply.ok ? (reply.json() as Promise<SearchIndex>) : Promise.reject(reply.status)))
      .then(createSearch)
    // the next key retries
    search.catch(() => {
      search = undefined
    })
    return search
  }

  const options = () => [...list.children] as HTMLAnchorElement[]

  function choose(next: number) {
    active = next
    for (const [index, option] of options().entries()) option.setAttribute('aria-selected', String(index === active))
    const chosen = options()[active]
    if (chosen) field.setAttribute('aria-activedescendant', chosen.id)
    else field.removeAttribute('aria-activedescendant')
    chosen?.scrollIntoView({ block: 'nearest' })
  }

  function open(isOpen: boolean) {
    list.hidden = !isOpen
    field.setAttribute('aria-expanded', String(isOpen))
    if (!isOpen) choose(-1)
  }

  function show(hits: readonly Hit[], message: string) {
    status.textContent = message
    status.classList.toggle('sr-only', hits.length > 0 || message === '')
    list.replaceChildren(...hits.map(optionOf))
    open(hits.length > 0)
    if (hits.length > 0) choose(0)
  }

  async function update() {
    const query = field.value.trim()
    if (!query) return show([], '')
    try {
      const find = await load()
      if (query !== field.value.trim()) return
      const hits = find(query)
      const count = hits.length === 1 ? say('one') : say('other', String(hits.length))
      show(hits, hits.length > 0 ? count : say('none', query))
    } catch {
      show([], say('failed'))
    }
  }

  const keys = new Map([
    ['ArrowDown', () => choose((active + 1) % options().length)],
    ['ArrowUp', () => choose((active - 1 + options().length) % options().length)],
    ['Enter', () => options()[active]?.click()],
    ['Escape', () => (list.hidden ? field.blur() : open(false))],
  ])

  field.addEventListener('focus', () => void load().catch(() => undefined))
  field.addEventListener('input', (event) => {
    if (!(event as InputEvent).isComposing) void update()
  })
  field.addEventListener('compositionend', () => void update())
  field.addEventListener('keydown', (event) => {
    const act = keys.get(event.key)
    if (!act || event.isComposing || (list.hidden && event.key !== 'Escape')) return
    event.preventDefault()
    act()
  })
  list.addEventListener('click', () => open(false))
  document.addEventListener('pointerdown', ({ target }) => {
    if (!box.contains(target as Node)) open(false)
  })
  box.addEventListener('focusout', ({ relatedTarget }) => {
    if (!box.contains(relatedTarget as Node | null)) open(false)
  })
  document.addEventListener('keydown', (event) => {
    const isTyping = (event.target as HTMLElement).closest('input, textarea, select, [contenteditable]')
    if (event.key !== '/' || isTyping || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    field.focus()
    field.select()
  })
  // what was typed while this script was on its way
  if (document.activeElement === field || field.value) void update()
}

function optionOf(hit: Hit, index: number): HTMLAnchorElement {
  const option = document.createElement('a')
  option.id = `hit-${index}`
  option.href = hit.href
  option.tabIndex = -1
  option.setAttribute('role', 'option')
  const line = (tag: string, ...content: (Node | string)[]) => {
    const element = document.createElement(tag)
    element.append(...content)
    return element
  }
  const excerpt = hit.excerpt.map(({ text, isMatch }) => (isMatch ? line('mark', text) : text))
  option.append(line('b', hit.title), line('small', hit.place), line('span', ...excerpt))
  return option
}
