import { expect, test } from 'vitest'
import { noTransaction, recordStatement, runTrackingChanges } from '#service/platform/db/change-tracking.ts'
import { DatabaseUnavailableError, isUnavailable } from '#service/platform/db/unavailable.ts'

const lost = () => Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' })

/** Sends statements on one connection and then loses the database. */
const loseAfter = (statements: readonly string[], error: Error = lost()) =>
  runTrackingChanges(async () => {
    const state = noTransaction()
    for (const statement of statements) recordStatement(statement, state)
    throw error
  }).catch((error: unknown) => (error instanceof DatabaseUnavailableError ? 'unchanged' : 'in doubt'))

test.for([
  [[], 'unchanged'],
  [['select 1'], 'unchanged'],
  [['begin', 'update "devices" set "name" = $1'], 'unchanged'],
  [['begin', 'insert into a values (1)', 'rollback'], 'unchanged'],
  [['BEGIN', 'select 1', 'COMMIT'], 'unchanged'],
  [['begin', 'update a set b = 1', 'commit'], 'in doubt'],
  [['start transaction isolation level serializable', 'delete from a', 'commit'], 'in doubt'],
  [['begin', 'savepoint one', 'insert into a values (1)', 'rollback to savepoint one', 'commit'], 'in doubt'],
  [['begin', 'insert into a values (1)', 'commit', 'begin', 'select 1'], 'in doubt'],
  [['begin', 'insert into a values (1)', 'rollback', 'begin', 'select 1', 'commit'], 'unchanged'],
  [['insert into a values (1)'], 'in doubt'],
  [['with taken as (delete from a returning b) select b from taken'], 'in doubt'],
  [['select pg_notify($1, $2)'], 'in doubt'],
] as const)('%j leaves the database %s', async ([statements, expected]) => {
  expect(await loseAfter(statements)).toBe(expected)
})

test('a pool that refuses a connection does not hide an earlier write', async () => {
  const refused = () => new DatabaseUnavailableError(lost())
  expect(await loseAfter(['insert into a values (1)'], refused())).toBe('in doubt')
  expect(await loseAfter(['select 1'], refused())).toBe('unchanged')
})

test('an error of another kind, and a result, stay as they are', async () => {
  const refused = Object.assign(new Error('duplicate key'), { code: '23505' })
  await expect(runTrackingChanges(() => Promise.reject(refused))).rejects.toBe(refused)
  expect(await runTrackingChanges(async () => 7)).toBe(7)
})

test.for([
  [lost(), true],
  [Object.assign(new Error('terminating connection'), { code: '57P01' }), true],
  [Object.assign(new Error('cannot execute INSERT in a read-only transaction'), { code: '25006' }), true],
  [Object.assign(new Error('connection failure'), { code: '08006' }), true],
  [new AggregateError([lost()], 'all attempts failed'), true],
  [new Error('Connection terminated unexpectedly'), true],
  [new Error('Connection terminated due to connection timeout'), true],
  [new Error('Client has encountered a connection error and is not queryable'), true],
  [Object.assign(new Error('canceling statement due to statement timeout'), { code: '57014' }), false],
  [Object.assign(new Error('deadlock detected'), { code: '40P01' }), false],
  [Object.assign(new Error('no space left on device'), { code: '53100' }), false],
  [new Error('the name is taken'), false],
  ['a text', false],
] as const)('%s is unavailable: %s', ([error, expected]) => {
  expect(isUnavailable(error)).toBe(expected)
})
