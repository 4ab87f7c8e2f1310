// Versions of the texts in the history of git. Without a complete history (a tarball, a shallow clone, no git) there is none.
import { spawnSync } from 'node:child_process'
import { realpathSync } from 'node:fs'

const MAX_BYTES = 256 * 1024 * 1024

function git(root, args, input) {
  const { status, stdout } = spawnSync('git', ['-C', root, '-c', 'core.quotePath=false', ...args], {
    input,
    maxBuffer: MAX_BYTES,
  })
  return status === 0 ? stdout : undefined
}

/** The contents of blobs by their ids. */
function readBlobs(root, ids) {
  const output = git(root, ['cat-file', '--batch'], `${ids.join('\n')}\n`)
  const blobs = new Map()
  for (let at = 0; output && at < output.length; ) {
    const end = output.indexOf(10, at)
    const [id, , size] = output.toString('utf8', at, end).split(' ')
    blobs.set(id, output.toString('utf8', end + 1, end + 1 + Number(size)))
    at = end + 1 + Number(size) + 1
  }
  return blobs
}

const NONE = /^0+$/

/** Commits that change files below a folder, the newest first: author's day, file, and the blobs before and after. */
function rawChanges(log) {
  let day = ''
  const changes = []
  for (const line of log.split('\n')) {
    if (line.startsWith('@')) day = line.slice(1)
    const [, before, after, status, places] = /^:\d+ \d+ ([0-9a-f]+) ([0-9a-f]+) ([A-Z])\d*\t(.*)$/.exec(line) ?? []
    if (!places || status === 'D') continue
    const [from, to = from] = places.split('\t')
    changes.push({ day, from, to, before, after })
  }
  return changes
}

/**
 * The changes of each file below a folder, as `Change` of src/lib/text/content/dates.ts, and its text in the last commit.
 * A moved file keeps its history. Undefined where there is no complete history.
 */
export function readHistory(root, folder) {
  const answer = (...args) => git(root, args)?.toString('utf8').trim()
  if (answer('rev-parse', '--is-shallow-repository') !== 'false') return undefined
  const top = answer('rev-parse', '--show-toplevel')
  if (!top || realpathSync(top) !== realpathSync(root)) return undefined
  const log = git(root, ['log', '--format=@%ad', '--date=short', '--raw', '--no-abbrev', '-M', '--', folder])
  const tree = git(root, ['ls-tree', '-r', 'HEAD', '--', folder])
  if (!log || !tree) return undefined
  const all = rawChanges(log.toString('utf8'))
  const heads = tree
    .toString('utf8')
    .split('\n')
    .flatMap((line) => {
      const [, id, file] = /^\d+ blob ([0-9a-f]+)\t(.*)$/.exec(line) ?? []
      return file?.endsWith('.md') ? [{ id, file }] : []
    })
  const ids = [...all.flatMap(({ before, after }) => [before, after]), ...heads.map(({ id }) => id)]
  const blobs = readBlobs(root, [...new Set(ids.filter((id) => !NONE.test(id)))])
  const history = new Map()
  for (const { id, file } of heads) {
    let name = file
    const changes = []
    for (const change of all) {
      if (change.to !== name) continue
      changes.push({ day: change.day, before: blobs.get(change.before), after: blobs.get(change.after) ?? '' })
      name = change.from
    }
    history.set(file, { changes, head: blobs.get(id) ?? '' })
  }
  return history
}
