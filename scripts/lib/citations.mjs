// The decision records and the citations of them, as pure functions for scripts/check-citations.mjs and its test.

const SECTIONS = ['Context', 'Decision', 'Consequences']
const HEADING = /^# ADR-(\d{3}): (.+)$/
const SUBJECT = /^Subject: ([^.]+)\./m

/** Forms of citation that name no record: a bare number of a decision or of a section of the specification. */
const OLD_FORMS = [
  /\b(?:specification|decisions?)(?:,? section)? \d+(?!\d*\.\d)/i,
  /\bsections? \d+(?: and \d+)? of the specification\b/i,
  /\bdocs: ?architecture\b/i,
  /\bdecisions\/\d{3}(?![-\d])/,
]

/** Number, title and subject of a record by its text; undefined values where they are missing. */
export function readRecord(file, text) {
  const [, heading, title] = HEADING.exec(text.split('\n', 1)[0]) ?? []
  return { file, number: /^\d{3}(?=-)/.exec(file)?.[0], heading, title, subject: SUBJECT.exec(text)?.[1] }
}

/** Why a record is not in the agreed form. `file` is its name within docs/decisions. */
export function recordProblems(file, text) {
  const { number, heading, subject } = readRecord(file, text)
  if (number === undefined) return [`${file}: the name of a record begins with three digits and a hyphen`]
  if (heading === undefined) return [`${file}: the first line is not "# ADR-${number}: Title"`]
  const found = [...text.matchAll(/^## (.+)$/gm)].map(([, name]) => name)
  return [
    heading !== number && `${file}: the heading says ADR-${heading}`,
    subject === undefined && `${file}: there is no line "Subject: …."`,
    found.join() !== SECTIONS.join() && `${file}: the sections are not ${SECTIONS.join(', ')}`,
  ].filter(Boolean)
}

/** Two records with one number. */
export function duplicateProblems(files) {
  const seen = new Map()
  for (const file of files) seen.set(file.slice(0, 3), [...(seen.get(file.slice(0, 3)) ?? []), file])
  return [...seen.values()].filter((same) => same.length > 1).map((same) => `${same.join(' and ')} have one number`)
}

/** Citations in a text that lead to no record. `records` are the file names of docs/decisions. */
export function citationProblems(file, text, records) {
  const numbers = new Set(records.map((name) => name.slice(0, 3)))
  return text.split('\n').flatMap((line, index) => {
    const place = `${file}:${index + 1}`
    const old = OLD_FORMS.map((form) => form.exec(line)?.[0]).find(Boolean)
    const unknown = [...line.matchAll(/\bADR-(\d+)\b/g)].filter(([, number]) => !numbers.has(number))
    const wrongLinks = [...line.matchAll(/\[ADR-(\d{3})\]\((?:[^)]*\/)?([^)/]+)\)/g)].filter(
      ([, number, target]) => !records.includes(target) || !target.startsWith(number),
    )
    return [
      ...(old ? [`${place}: "${old}" names no record; cite ADR-… or SPEC-…`] : []),
      ...unknown.map(([id]) => `${place}: there is no record ${id}`),
      ...wrongLinks.map(([link]) => `${place}: ${link} leads to no such record`),
    ]
  })
}

/** Files and folders that a text names in backticks, and that are not there. `exists` takes a path from the root. */
export function pathProblems(file, text, exists) {
  const named = text.matchAll(/`((?:service|src|tests|scripts|docs|public)\/[\w./-]*)`/g)
  return [...named].filter(([, path]) => !exists(path)).map(([, path]) => `${file}: there is no ${path}`)
}

/** The index of docs/decisions by subject, as Markdown. `records` are results of `readRecord`. */
export function recordIndex(records) {
  const subjects = [...new Set(records.map(({ subject }) => subject))].sort()
  const row = ({ number, title, file }) => `- [ADR-${number}](${file}) ${title}`
  return subjects
    .flatMap((subject) => [`## ${subject}`, '', ...records.filter((record) => record.subject === subject).map(row), ''])
    .join('\n')
    .trimEnd()
}
