import { describe, expect, test } from 'vitest'
import { tableProblems, tablesMade, tablesOf } from '../../scripts/lib/table-uses.mjs'

const usesIn = (source: string) =>
  tablesOf('service/x.ts', source).uses.map(({ name, isWrite }) => `${isWrite ? 'writes' : 'reads'} ${name}`)

describe('the tables of a source file', () => {
  test.each([
    ["db.selectFrom('users as u').innerJoin('orders', 'a', 'b')", ['reads users', 'reads orders']],
    ["eb.exists(eb.selectFrom(['users', 'plans as p']))", ['reads users', 'reads plans']],
    ["db.updateTable('users').from('plans').set({})", ['writes users', 'reads plans']],
    ["db.deleteFrom('users').using('plans')", ['writes users', 'reads plans']],
    ["db.insertInto('users').values(row)", ['writes users']],
    ["db.selectFrom(isOld ? 'users' : 'plans')", ['reads users', 'reads plans']],
    ['db.insertInto(name)', ['writes undefined']],
    ['db.updateTable(TABLES.people)', ['writes undefined']],
    ["db.deleteFrom('user' + 's')", ['writes undefined']],
    ["db.deleteFrom('public.users')", ['writes users']],
    ["db.selectFrom(db.selectFrom('users').as('listed'))", ['reads users']],
    ['db.selectFrom(names[kind])', ['writes undefined']],
    ["Array.from('users')", []],
  ])('are found in calls of Kysely: %s', (source, uses) => {
    expect(usesIn(source).sort()).toEqual([...uses].sort())
  })

  test.each([
    ['select a from users as u join orders o on o.id = u.id', ['reads users', 'reads orders']],
    ['select a from users u, orders o, plans', ['reads users', 'reads orders', 'reads plans']],
    ['select a from (users join orders using (id))', ['reads users', 'reads orders']],
    ['insert into users (a) select a from plans on conflict (a) do update set a = 1', ['writes users', 'reads plans']],
    ['update public.users set a = 1', ['writes users']],
    ['update only users set a = 1 from plans', ['writes users', 'reads plans']],
    ['delete from users where exists (select from plans)', ['writes users', 'reads plans']],
    ['truncate users, plans cascade', ['writes users', 'writes plans']],
    ['lock table users', ['writes users']],
    ['select a from users for update of users', ['reads users']],
    ["select 'from plans' from users -- from orders", ['reads users']],
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the text of a template.
    ['select a from ${rows} as row left join users on ${on}', ['reads users']],
  ])('are found in SQL: %s', (text, uses) => {
    const named = /^(?:reads|writes) (?:users|orders|plans)$/
    expect([...new Set(usesIn(`sql<Row>\`${text}\``))].filter((use) => named.test(use)).sort()).toEqual(
      [...uses].sort(),
    )
  })

  test('are found in the text of a query, in names for `sql.table`, and in what goes with an account', () => {
    expect(usesIn("pool.query('update users set a = $1', [a])")).toEqual(['writes users'])
    expect(usesIn("sql.raw('delete from users')")).toEqual(['writes users'])
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the text of a template.
    expect(usesIn("sql`delete from ${sql.table(name)}`; sql.table('users')")).toEqual([
      'writes undefined',
      'reads users',
    ])
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the text of a template.
    expect(usesIn("sql`update ${sql.table('users')} set a = 1`")).toEqual(['writes users', 'reads users'])
    expect(usesIn("const own: OwnData = { personal: ['users'] }")).toEqual(['writes users'])
  })

  test('are owned by the declaration of Tables, and read by that of `readsTables`', () => {
    const source =
      "declare module '#db' { interface Tables { users: UserTable } }; const readsTables = ['plans'] as const"
    expect(tablesOf('service/x.ts', source)).toMatchObject({ owned: ['users'], declared: ['plans'], uses: [] })
  })
})

test('a table that a later migration drops is not there', () => {
  expect(tablesMade(['create table a (x int)', 'create table if not exists b ()', 'drop table a'])).toEqual(['b'])
})

/** A house in which everything is right, and what is said of it with some files changed. */
const house = {
  'service/identity/users/tables.ts': 'interface Tables { users: UserTable }',
  'service/identity/users/queries.ts': "db.updateTable('users')",
  'service/rental/feature.ts': "export const gpu: Feature = { readsTables: ['users'] }",
  'service/rental/tables.ts': 'interface Tables { gpus: GpuTable }',
  'service/rental/operator/list.ts': "db.selectFrom('gpus').innerJoin('users', 'a', 'b')",
}
const problemsOf = (
  changed: Record<string, string>,
  of: { created?: string[]; mayWrite?: Record<string, string> } = {},
) =>
  tableProblems({ files: new Map(Object.entries({ ...house, ...changed })), created: ['users', 'gpus'], ...of })
    .problems

describe('the owners of tables', () => {
  test('let a house pass in which everything is right', () => {
    expect(problemsOf({})).toEqual([])
  })

  test.each([
    ['a read that is not declared', { 'service/rental/feature.ts': 'export const gpu: Feature = {}' }, 'reads users'],
    [
      'a declared table that is not read',
      { 'service/rental/operator/list.ts': '' },
      'declares to read users, and does not',
    ],
    [
      'a declared table of its own',
      { 'service/rental/feature.ts': "export const gpu: Feature = { readsTables: ['users', 'gpus'] }" },
      'declares to read gpus, which is its own',
    ],
    ['a write of what another owns', { 'service/rental/a.ts': "db.deleteFrom('users')" }, 'a.ts:1 writes users'],
    ['a write by the files that put areas together', { 'service/start.ts': 'sql`delete from users`' }, 'writes users'],
    ['a name that only a run knows', { 'service/rental/a.ts': 'db.deleteFrom(name)' }, 'only a run knows'],
    ['a table with two owners', { 'service/a/b/tables.ts': 'interface Tables { users: X }' }, 'users is a table of'],
    ['a table that no migration makes', { 'service/a/b/tables.ts': 'interface Tables { ghosts: X }' }, 'no migration'],
  ])('refuse %s', (_, changed, expected) => {
    expect(problemsOf(changed)).toEqual([expect.stringContaining(expected)])
  })

  test('refuse a table without an owner', () => {
    expect(problemsOf({}, { created: ['users', 'gpus', 'orphans'] })).toEqual([
      expect.stringContaining('orphans has no owner'),
    ])
  })

  test('let a named file write what is not its own, and refuse the name of one that is gone', () => {
    const changed = { 'service/demo/start.ts': 'sql`truncate users`' }
    expect(problemsOf(changed, { mayWrite: { 'service/demo/start.ts': 'a reason' } })).toEqual([])
    expect(problemsOf({}, { mayWrite: { 'service/gone.ts': 'a reason' } })).toEqual([
      expect.stringContaining('service/gone.ts may write what is not its own, and does not'),
    ])
  })
})
