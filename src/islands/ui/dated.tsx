const DATE = /\d{4}-\d\d-\d\d/

/** A sentence whose dates stay whole at the end of a line: browsers break at their hyphens. */
export function Dated({ text }: { text: string }) {
  const found = DATE.exec(text)
  if (!found) return text
  const [date] = found
  return (
    <>
      {text.slice(0, found.index)}
      <span className="whitespace-nowrap">{date}</span>
      <Dated text={text.slice(found.index + date.length)} />
    </>
  )
}
