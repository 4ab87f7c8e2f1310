import { useStore } from '@nanostores/react'
import { useId } from 'react'
import type { Template } from '#lib/contract/gpu-templates.ts'
import { type ImageName, images } from '#lib/rules/gpu.ts'
import { gib } from '../format.ts'
import { MINE } from '../store.ts'
import { aboutTemplate } from '../templates/about.ts'
import { $templates } from '../templates/store.ts'
import { m } from '../texts.ts'
import type { Detail } from './store.ts'

/** An image that the machine lists, or a template. */
export type Start = { image: ImageName } | { templateId: string }

interface StartChoiceProps {
  detail: Detail
  start: Start
  onChoose: (start: Start) => void
}

const imageName = (image: ImageName): string => (image === 'plain' ? m('rent.plain') : images[image].name)

/** Templates that the machine can start. */
function usable({ offer, templates: policy }: Detail, all: readonly Template[]): Template[] {
  if (policy === 'none') return []
  return all.filter(({ needsGpu, diskGib }) => (!needsGpu || offer.count > 0) && diskGib <= offer.diskGib)
}

/** A choice among images, and among templates where the machine's owner allows them. */
export function StartChoice({ detail, start, onChoose }: StartChoiceProps) {
  const id = useId()
  const data = useStore($templates).data
  const ours = usable(detail, data?.ours ?? [])
  const own = detail.templates === 'any' ? usable(detail, data?.own ?? []) : []
  const chosen = 'templateId' in start ? [...ours, ...own].find((one) => one.id === start.templateId) : undefined
  const value = chosen ? `template:${chosen.id}` : 'image' in start ? start.image : ''
  const choose = (text: string) =>
    onChoose(
      text.startsWith('template:') ? { templateId: text.slice('template:'.length) } : { image: text as ImageName },
    )
  return (
    <div>
      <label htmlFor={id} className="text-sm font-medium block mb-1.5">
        {m('rent.image')}
      </label>
      <select
        id={id}
        className="select w-full h-12"
        value={value}
        onChange={({ currentTarget }) => choose(currentTarget.value)}
      >
        <optgroup label={m('rent.systems')}>
          {detail.images.map((one) => (
            <option key={one} value={one}>
              {imageName(one)}
            </option>
          ))}
        </optgroup>
        {ours.length > 0 && <Options label={m('rent.ours')} of={ours} />}
        {own.length > 0 && <Options label={m('rent.own')} of={own} />}
      </select>
      {chosen && <About template={chosen} />}
      {detail.templates !== 'none' && (
        <p className="text-xs text-muted mt-1.5">
          {m(`rent.templates.${detail.templates}`)}{' '}
          <a className="link" href={MINE}>
            {m('rent.templates.make')}
          </a>
        </p>
      )}
    </div>
  )
}

const Options = ({ label, of }: { label: string; of: readonly Template[] }) => (
  <optgroup label={label}>
    {of.map(({ id, name }) => (
      <option key={id} value={`template:${id}`}>
        {name}
      </option>
    ))}
  </optgroup>
)

function About({ template }: { template: Template }) {
  const { image, ports, diskGib } = template
  const about = aboutTemplate(template)
  return (
    <div className="well px-4 py-3 mt-2 text-sm grid grid-cols-[minmax(0,1fr)] gap-1">
      {about !== undefined && <p>{about}</p>}
      <p className="code text-xs text-muted break-all">{image}</p>
      <p className="text-xs text-muted empty:hidden">
        {[
          ...(ports.length > 0 ? [m('templates.portsOf', { ports: ports.join(', ') })] : []),
          ...(diskGib > 0 ? [m('templates.diskOf', { disk: gib(diskGib * 1024) })] : []),
        ].join(' · ')}
      </p>
    </div>
  )
}
