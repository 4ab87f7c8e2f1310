import type { Database } from '#service/platform/db/open.ts'
import { type Change, type Command, defineAct, type View } from '#service/platform/operator/act.ts'
import { refused, wrongUsage } from '#service/platform/operator/errors.ts'
import { flag, required, whole, word } from '#service/platform/operator/fields.ts'
import { list as enumerate, phrase, type Text, term } from '#service/platform/operator/phrase.ts'

const MAX_WEIGHT = 100

export const listProjects = defineAct({ name: 'projects', fields: {}, run: ({ db }) => list(db) })

export const changeProject = defineAct({
  name: 'projects PROJECT',
  button: 'Change the project',
  fields: {
    word: required(word('Project'), 'Which project? For example: projects aleo --weight 3'),
    weight: whole({
      min: 1,
      max: MAX_WEIGHT,
      label: 'Weight',
      hint: `its share of every device's turns, 1 to ${MAX_WEIGHT}`,
    }),
    on: flag({ label: 'On', hint: 'give it turns' }),
    off: flag({ label: 'Off', hint: 'give it no turns; earlier work stays' }),
  },
  async run({ db }, { word: project, weight, on, off }) {
    if (on && off) throw wrongUsage('--on and --off contradict each other.')
    const changes: ProjectChanges = { ...(weight !== undefined && { weight }), ...((on || off) && { active: on }) }
    if (Object.keys(changes).length === 0) throw wrongUsage('Nothing would change. Give --weight N, --on or --off.')
    return change(db, project, changes)
  },
})

export const projects: Command = {
  name: 'projects',
  summary: 'List projects, or change the share of time that devices give to one',
  acts: [listProjects, changeProject],
}

interface ProjectChanges {
  weight?: number
  active?: boolean
}

const allProjects = (db: Database) => db.selectFrom('projects').selectAll().orderBy('project').execute()

async function list(db: Database): Promise<View> {
  const rows = await allProjects(db)
  const totalWeight = rows.reduce((sum, row) => sum + (row.active ? row.weight : 0), 0)
  const share = (row: (typeof rows)[number]) =>
    row.active ? `${((row.weight / totalWeight) * 100).toFixed(row.weight === totalWeight ? 0 : 1)} %` : '-'
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

async function change(db: Database, project: string, changes: ProjectChanges): Promise<Change> {
  const rows = await allProjects(db)
  if (!rows.some((row) => row.project === project))
    throw refused(phrase`There is no project "${project}". Projects: ${rows.map((row) => row.project).join(', ')}.`)
  const parts: Text[] = [
    ...(changes.weight === undefined ? [] : [phrase`weight ${changes.weight}`]),
    ...(changes.active === undefined ? [] : [term(changes.active ? 'on' : 'off')]),
  ]
  const words = enumerate(parts)
  return {
    kind: 'change',
    question: phrase`Set ${project} to ${words}?`,
    audit: `${project}: ${words}`,
    async apply(transaction) {
      // Locked, so that two operators at once can't switch off the last two.
      const now = await transaction.selectFrom('projects').selectAll().orderBy('project').forUpdate().execute()
      const isLast = now.every((row) => row.project === project || !row.active)
      if (changes.active === false && isLast)
        throw refused(
          phrase`${project} is the last active project: devices would have no work. Switch another one on first.`,
        )
      const row = await transaction
        .updateTable('projects')
        .set(changes)
        .where('project', '=', project)
        .returningAll()
        .executeTakeFirstOrThrow()
      return { data: row, text: phrase`${project}: weight ${row.weight}, ${term(row.active ? 'on' : 'off')}.` }
    },
  }
}
