import { useStore } from '@nanostores/react'
import { useId, useState } from 'react'
import * as icons from '#lib/illustration/icons.ts'
import { offerSorts, offerStates } from '#lib/rules/gpu.ts'
import { Icon } from '#ui/icon.tsx'
import { gib, regionText } from '../format.ts'
import { $filter, $offers, type FilterName, LIST, setFilter } from '../store.ts'
import { m } from '../texts.ts'

type Choice = readonly [value: string, text: string]

const memories = [8, 12, 16, 24, 48, 80].map((size) => size * 1024)
const prices = ['0.1', '0.5', '1', '2', '5']
const reliabilities = [9000, 9500, 9900]

/** Filter of the list, stored in the address. On a phone it is folded: the machines come first. */
export function Filters() {
  const data = useStore($offers).data
  const filter = useStore($filter)
  const [isOpen, setOpen] = useState(false)
  const isSet = Object.keys(filter).some((name) => name !== 'page')
  const narrowed = Object.keys(filter).filter((name) => name !== 'page' && name !== 'sort').length
  const folded = isOpen ? '' : 'max-md:hidden'
  const models = withChosen(data?.models ?? [], filter.model)
  const regions = withChosen(data?.regions ?? [], filter.region)
  return (
    <fieldset className="panel p-4 grid grid-cols-2 lg:grid-cols-4 gap-3 items-end">
      <legend className="sr-only">{m('filter.label')}</legend>
      <button
        type="button"
        className="btn btn-line h-12 md:hidden"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        <Icon path={isOpen ? icons.chevronUp : icons.chevronDown} className="size-4" />
        {narrowed > 0 ? m('filter.set', { count: narrowed }) : m('filter.label')}
      </button>
      <Choose name="model" choices={models.map((one) => [one, one])} className={folded} />
      <Choose
        name="memory"
        choices={memories.map((one) => [String(one), m('filter.from', { value: gib(one) })])}
        className={folded}
      />
      <Choose
        name="price"
        choices={prices.map((one) => [one, m('filter.upTo', { value: `${one} USDT` })])}
        className={folded}
      />
      <Choose name="region" choices={regions.map((one) => [one, regionText(one)])} className={folded} />
      <Choose
        name="count"
        className={folded}
        choices={(data?.counts ?? []).map((one) => [String(one), one === 0 ? m('filter.noGpu') : `${one} ×`])}
      />
      <Choose
        name="reliability"
        className={folded}
        choices={reliabilities.map((one) => [String(one), m('filter.from', { value: `${one / 100}%` })])}
      />
      <Choose name="state" choices={offerStates.map((one) => [one, m(`states.${one}`)])} className={folded} />
      <Choose name="sort" choices={offerSorts.map((one) => [one, m(`sorts.${one}`)])} usual="price" />
      {isSet && (
        <a className="btn btn-ghost btn-sm text-muted justify-self-start -ml-3" href={LIST}>
          {m('filter.clear')}
        </a>
      )}
    </fieldset>
  )
}

/** A value in the address stays a choice, even if no machine has it. */
const withChosen = (all: readonly string[], chosen: string | undefined): string[] =>
  chosen && !all.includes(chosen) ? [...all, chosen] : [...all]

interface ChooseProps {
  name: FilterName
  choices: readonly Choice[]
  usual?: string
  className?: string
}

function Choose({ name, choices, usual, className = '' }: ChooseProps) {
  const id = useId()
  const value = useStore($filter)[name] ?? usual ?? ''
  return (
    <div className={`min-w-0 ${className}`}>
      <label htmlFor={id} className="text-xs text-muted block mb-1.5">
        {m(`filter.${name}`)}
      </label>
      <select
        id={id}
        className="select w-full h-12"
        value={choices.some(([one]) => one === value) ? value : ''}
        onChange={({ currentTarget }) => setFilter({ [name]: currentTarget.value })}
      >
        {usual === undefined && <option value="">{m('filter.any')}</option>}
        {choices.map(([one, text]) => (
          <option key={one} value={one}>
            {text}
          </option>
        ))}
      </select>
    </div>
  )
}
