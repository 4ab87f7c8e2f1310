import { useMemo, useState } from 'react'
import * as icons from '#lib/illustration/icons.ts'
import { cityLayout, rowsLayout } from '#lib/illustration/year-field.ts'
import type { YearMonth } from '#lib/time/year.ts'
import { Icon } from '#ui/icon.tsx'
import { Segments } from '#ui/segments.tsx'
import { toast } from '#ui/toast.ts'
import { drawField, readPalette } from './draw-field.ts'
import { fontOf } from './field.tsx'
import type { Shape } from './picture.ts'
import { y } from './texts.ts'
import { useDrawing } from './use-drawing.ts'

const shapes = ['wide', 'tall'] as const

const load = () => import('./picture.ts')

interface ShareProps {
  months: readonly YearMonth[]
  names: readonly string[]
  /** The time that is drawn, as text and as the end of a file name. */
  time: string
  fileName: string
  hours: string
  /** Name of the one device that is drawn; it is in the picture only if the user wants it there. */
  device: string | undefined
}

function canShareFiles(): boolean {
  const probe = { files: [new File([], 'year.png', { type: 'image/png' })] }
  return typeof navigator.canShare === 'function' && navigator.canShare(probe)
}

/** The picture as it will be, what is written in it, and the ways out. */
export function ShareYear({ months, names, time, fileName, hours, device }: ShareProps) {
  const [shape, setShape] = useState<Shape>(() => (matchMedia('(min-width: 48rem)').matches ? 'wide' : 'tall'))
  const [withHours, setWithHours] = useState(true)
  const [withName, setWithName] = useState(false)
  const lines = [time, ...(withHours ? [hours] : []), ...(withName && device ? [device] : [])]
  const { host, canvas } = useDrawing(
    (element) => {
      const picture = {
        months,
        names,
        layout: shape === 'wide' ? cityLayout() : rowsLayout(3),
        palette: readPalette(),
        font: fontOf(),
        drawField,
        title: y('share.heading'),
        lines,
      }
      load()
        .then(({ drawPicture }) => drawPicture(element, shape, picture))
        .catch(() => toast('error', y('share.failed')))
    },
    JSON.stringify([shape, lines, months]),
  )
  const isShared = useMemo(canShareFiles, [])
  const withFile = async (use: (file: File) => unknown) => {
    try {
      if (canvas.current) await use(await (await load()).fileOf(canvas.current, fileName))
    } catch (error) {
      // Closing the sheet is a cancellation, not a failure.
      if ((error as Error).name !== 'AbortError') toast('error', y('share.failed'))
    }
  }
  return (
    <section
      className="panel p-5 lg:p-6 grid grid-cols-[minmax(0,1fr)] md:grid-cols-[minmax(0,1fr)_minmax(0,1.2fr)] gap-6"
      aria-labelledby="year-share"
    >
      <div className="grid content-start gap-4">
        <h2 id="year-share" className="title text-lg">
          {y('share.title')}
        </h2>
        <p className="text-sm text-muted">{y('share.text')}</p>
        <Segments
          className="justify-self-start"
          label={y('share.shape')}
          value={shape}
          onChange={setShape}
          segments={shapes.map((value) => ({ value, label: y(`share.shapes.${value}`) }))}
        />
        <Choice label={y('share.hours')} isOn={withHours} onChange={setWithHours} />
        {device !== undefined && <Choice label={y('share.name')} isOn={withName} onChange={setWithName} />}
        <div className="flex flex-wrap gap-2 mt-1">
          <button
            type="button"
            className="btn btn-primary"
            onClick={() => void withFile(async (file) => (await load()).saveFile(file))}
          >
            <Icon path={icons.download} className="size-4" />
            {y('share.save')}
          </button>
          {isShared && (
            <button
              type="button"
              className="btn btn-line"
              onClick={() => void withFile((file) => navigator.share({ files: [file], title: y('share.heading') }))}
            >
              <Icon path={icons.share} className="size-4" />
              {y('share.share')}
            </button>
          )}
        </div>
      </div>
      <div ref={host} className="grid justify-items-center items-center">
        <canvas
          ref={canvas}
          width={shape === 'wide' ? 1600 : 1080}
          height={shape === 'wide' ? 900 : 1350}
          role="img"
          aria-label={`${y('share.preview')}: ${lines.join(', ')}`}
          className={`h-auto rounded-box border border-line shadow-2 ${shape === 'wide' ? 'w-full' : 'w-full max-w-80'}`}
        />
      </div>
    </section>
  )
}

interface ChoiceProps {
  label: string
  isOn: boolean
  onChange: (isOn: boolean) => void
}

function Choice({ label, isOn, onChange }: ChoiceProps) {
  return (
    <label className="flex items-center gap-2.5 text-sm cursor-pointer">
      <input
        type="checkbox"
        className="accent-primary size-5 cursor-pointer"
        checked={isOn}
        onChange={({ currentTarget }) => onChange(currentTarget.checked)}
      />
      {label}
    </label>
  )
}
