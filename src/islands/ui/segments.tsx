export interface Segment<Value extends string> {
  value: Value
  label: string
  /** `coming` reserves room for a count that is loading. */
  count?: number | 'coming'
}

interface SegmentsProps<Value extends string> {
  label: string
  segments: readonly Segment<Value>[]
  value: Value
  onChange: (value: Value) => void
  className?: string
}

/** A filter or a range: one of a few choices is pressed. */
export function Segments<Value extends string>({
  label,
  segments,
  value,
  onChange,
  className = '',
}: SegmentsProps<Value>) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a group of toggle buttons is no fieldset
    <div role="group" aria-label={label} className={`seg ${className}`}>
      {segments.map((segment) => (
        <button
          key={segment.value}
          type="button"
          aria-pressed={segment.value === value}
          onClick={() => onChange(segment.value)}
        >
          {segment.label}
          {segment.count !== undefined && (
            <span className="num text-faint min-w-[.62em]" translate="no">
              {segment.count === 'coming' ? null : segment.count}
            </span>
          )}
        </button>
      ))}
    </div>
  )
}
