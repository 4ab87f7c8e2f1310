import type { Database } from '#service/platform/db/open.ts'
import type { Asked, Change, Command, View } from '#service/platform/operator/act.ts'
import { refused, wrongUsage } from '#service/platform/operator/errors.ts'

const MAX_WEIGHT = 100

export const projects: Command = {
  name: 'projects',
  summary: 'List projects, or change the turns of one',
  word: '[PROJECT]',
  options: {
    weight: { type: 'string', value: 'N', hint: `its share of every device's turns, 1 to ${MAX_WEIGHT}` },
    on: { type: 'boolean', hint: 'give it turns' },
    off: { type: 'boolean', hint: 'give it no more turns; what was mined for it stays' },
  },
  async run({ db }, asked) {
    const wanted = changeIn(asked)
    if (asked.word === undefined) {
      if (wanted !== undefined) throw wrongUsage('Which project? For example: projects aleo --weight 3')
      return list(db)
    }
    if (wanted === undefined) throw wrongUsage('What shall change? Give --weight N, --on or --off.')
    return change(db, asked.word, wanted)
  },
}

interface Wanted {
  weight?: number
  active?: boolean
}

function changeIn(asked: Asked): Wanted | undefined {
  const [on, off] = [asked.flag('on'), asked.flag('off')]
  if (on && off) throw wrongUsage('--on and --off contradict each other.')
  const wanted: Wanted = {
    ...(asked.text('weight') !== undefined && {
      weight: asked.number('weight', { least: 1, most: MAX_WEIGHT, usual: 1 }),
    }),
    ...((on || off) && { active: on }),
  }
  return Object.keys(wanted).length > 0 ? wanted : undefined
}

const allProjects = (db: Database) => db.selectFrom('projects').selectAll().orderBy('project').execute()

async function list(db: Database): Promise<View> {
  const rows = await allProjects(db)
  const turns = rows.reduce((sum, row) => sum + (row.active ? row.weight : 0), 0)
  const share = (row: (typeof rows)[number]) =>
    row.active ? `${((row.weight / turns) * 100).toFixed(row.weight === turns ? 0 : 1)} %` : '-'
  return {
    kind: 'view',
    data: rows,
    table: {
      columns: [
        { title: 'Project' },
        { title: 'Coin' },
        { title: 'Weight', right: true },
        { title: 'Turns', right: true },
        { title: 'State' },
      ],
      rows: rows.map((row) => [row.project, row.coin, String(row.weight), share(row), row.active ? 'on' : 'off']),
      empty: 'No projects.',
    },
  }
}

async function change(db: Database, project: string, wanted: Wanted): Promise<Change> {
  const rows = await allProjects(db)
  if (!rows.some((row) => row.project === project))
    throw refused(`There is no project "${project}". Projects: ${rows.map((row) => row.project).join(', ')}.`)
  const words = [
    wanted.weight !== undefined && `weight ${wanted.weight}`,
    wanted.active !== undefined && (wanted.active ? 'on' : 'off'),
  ].filter(Boolean)
  return {
    kind: 'change',
    question: `Set ${project} to ${words.join(', ')}?`,
    audit: `${project}: ${words.join(', ')}`,
    async apply(transaction) {
      // Locked, so that two operators at once can't switch off the last two.
      const now = await transaction.selectFrom('projects').selectAll().orderBy('project').forUpdate().execute()
      const isLast = now.every((row) => row.project === project || !row.active)
      if (wanted.active === false && isLast)
        throw refused(`${project} is the last active project: devices would have no work. Switch another one on first.`)
      const row = await transaction
        .updateTable('projects')
        .set(wanted)
        .where('project', '=', project)
        .returningAll()
        .executeTakeFirstOrThrow()
      return { data: row, text: `${project}: weight ${row.weight}, ${row.active ? 'on' : 'off'}.` }
    },
  }
}
