import { aroundDates } from '#lib/text/dates.ts'

/** A sentence whose dates do not break at the end of a line: browsers break at their hyphens. */
export function UnbrokenDates({ text }: { text: string }) {
  return aroundDates(text).map((part, place) =>
    place % 2 ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts of a sentence have no other name
      <span key={place} className="whitespace-nowrap">
        {part}
      </span>
    ) : (
      part
    ),
  )
}
