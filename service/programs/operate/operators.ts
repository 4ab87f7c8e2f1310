import { renderUnicodeCompact } from 'uqr'
import { utcDateTime } from '#lib/time/format.ts'
import { unixSeconds } from '#service/platform/clock.ts'
import { inDataDir } from '#service/platform/data-dir.ts'
import { decrypt } from '#service/platform/encryption.ts'
import {
  already,
  type Change,
  type Command,
  type CommandContext,
  defineAct,
  type View,
} from '#service/platform/operator/act.ts'
import { refused } from '#service/platform/operator/errors.ts'
import { choice, parsed, required } from '#service/platform/operator/fields.ts'
import { phrase, term } from '#service/platform/operator/phrase.ts'
import { type Role, roles } from '#service/platform/operator/roles.ts'
import { loadOrCreatePepper } from '#service/platform/secrets.ts'
import {
  addOperator,
  findOperator,
  giveRole,
  isOperatorName,
  type NewCredentials,
  newKeys,
  removeOperator,
  replaceKeys,
} from '../admin/accounts.ts'

const WHO = 'Who? For example: operators add ada. Letters, digits, dots and hyphens, at most 40.'

const operatorName = required(
  parsed(
    { hint: '', label: 'Name', maxLength: 40 },
    (typed) => {
      const name = typed.trim().toLowerCase()
      return isOperatorName(name) ? name : undefined
    },
    () => WHO,
  ),
  WHO,
)

const addOne = defineAct({
  name: 'operators add NAME',
  fields: { word: operatorName },
  run: (context, { word: name }) => add(context, name),
})

export const removeOne = defineAct({
  name: 'operators remove NAME',
  needsProof: true,
  button: 'Remove the operator',
  fields: { word: operatorName },
  run: (context, { word: name }) => remove(context, name),
})

const renewSecret = defineAct({
  name: 'operators new-secret NAME',
  fields: { word: operatorName },
  run: (context, { word: name }) => renew(context, name),
})

export const setRole = defineAct({
  name: 'operators role NAME',
  button: 'Change the role',
  needsProof: true,
  fields: {
    word: operatorName,
    role: required(
      choice(roles, {
        value: 'ROLE',
        label: 'Role',
        hint: 'viewer sees, support helps users, finance moves money, admin does all',
      }),
      'Which role? Give --role viewer, support, finance or admin.',
    ),
  },
  run: (context, { word: name, role }) => changeRole(context, name, role),
})

export const listOperators = defineAct({ name: 'operators', fields: {}, run: list })

export const operators: Command = {
  name: 'operators',
  summary:
    'Operators of the page at /operate: list, add or remove one, or renew the key and secret of one, or change a role',
  acts: [
    listOperators,
    defineAct({ name: 'operators list', fields: {}, run: list }),
    ...[addOne, removeOne, renewSecret, setRole],
  ],
}

/** The pepper of the service, which has to decrypt the secret. */
async function pepperOf({ config, db }: CommandContext): Promise<string> {
  const pepper = config.passwordPepper ?? loadOrCreatePepper(inDataDir(config, 'pepper'), true)
  const known = await db.selectFrom('shared_secrets').select('box').where('name', '=', 'web push').executeTakeFirst()
  try {
    if (known) decrypt(known.box, pepper, 'web push')
    return pepper
  } catch {
    throw refused('PASSWORD_PEPPER is not that of the service: set it here as the nodes have it.')
  }
}

/** Shown once. */
const credentialsText = ({ config }: CommandContext, { key, secret, uri }: NewCredentials): string =>
  [
    `Key:    ${key}`,
    `Secret: ${secret}`,
    '',
    renderUnicodeCompact(uri, { border: 2 }),
    '',
    `Scan the picture with an authenticator app, and keep the key in a password manager: neither is shown again.`,
    `Sign in at ${config.origin}/operate`,
  ].join('\n')

async function add(context: CommandContext, name: string): Promise<Change> {
  const { credentials, stored } = newKeys(await pepperOf(context), name)
  return {
    kind: 'change',
    question: `Add operator ${name}, who may decide withdrawals at ${context.config.origin}/operate?`,
    audit: `${name} added`,
    async apply(db) {
      const isFree = await addOperator(db, { name, ...stored, created_at: new Date(context.now()) })
      if (!isFree) throw refused(`There is an operator ${name} already: see new-secret.`)
      return {
        data: { name, ...credentials },
        text: `Operator ${name} is added.\n\n${credentialsText(context, credentials)}`,
      }
    },
  }
}

async function renew(context: CommandContext, name: string): Promise<Change> {
  await assertKnown(context, name)
  const { credentials, stored } = newKeys(await pepperOf(context), name)
  return {
    kind: 'change',
    question: `Give ${name} a new key and a new secret? The present ones end, with every session.`,
    audit: `${name}: new key and secret`,
    async apply(db) {
      if (!(await replaceKeys(db, name, stored))) throw unknownOperator(name)
      return {
        data: { name, ...credentials },
        text: `${name} has a new key and secret.\n\n${credentialsText(context, credentials)}`,
      }
    },
  }
}

async function remove(context: CommandContext, name: string): Promise<Change> {
  await assertKnown(context, name)
  return {
    kind: 'change',
    question: phrase`Remove operator ${name}? Open sessions end at once.`,
    audit: `${name} removed`,
    async apply(db) {
      if (!(await removeOperator(db, name))) throw unknownOperator(name)
      return { data: { name }, text: phrase`Operator ${name} is removed.` }
    },
  }
}

const unknownOperator = (name: string) => refused(phrase`There is no operator ${name}.`)

async function assertKnown({ db }: CommandContext, name: string): Promise<void> {
  if (!(await findOperator(db, name))) throw unknownOperator(name)
}

/** Somebody has to be able to do everything; removing the last one only closes the page. */
async function changeRole(context: CommandContext, name: string, role: Role): Promise<View | Change> {
  const known = await findOperator(context.db, name)
  if (!known) throw unknownOperator(name)
  if (known.role === role) return already(phrase`${name} is already ${term(role)}.`)
  return {
    kind: 'change',
    question: phrase`Make ${name} ${term(role)} in place of ${term(known.role)}?`,
    audit: `${name}: ${role} in place of ${known.role}`,
    async apply(db) {
      if (!(await giveRole(db, name, role)))
        throw refused(phrase`${name} is the last admin. Make somebody else admin first.`)
      return { data: { name, role }, text: phrase`${name} is ${term(role)} now.` }
    },
  }
}

async function list({ db, now }: CommandContext): Promise<View> {
  const rows = await db
    .selectFrom('operators')
    .select(['name', 'role', 'created_at'])
    .select((row) =>
      row
        .selectFrom('operator_sessions')
        .select(({ fn }) => fn.countAll<string>().as('count'))
        .whereRef('operator', '=', 'operators.name')
        .where('expires_at', '>', new Date(now()))
        .as('sessions'),
    )
    .orderBy('name')
    .execute()
  return {
    kind: 'view',
    data: rows.map((row) => ({
      name: row.name,
      role: row.role,
      since: row.created_at.toISOString(),
      sessions: Number(row.sessions),
    })),
    table: {
      columns: [{ title: 'Name' }, { title: 'Role' }, { title: 'Since' }, { title: 'Sessions', right: true }],
      rows: rows.map((row) => [row.name, row.role, utcDateTime(unixSeconds(row.created_at)), String(row.sessions)]),
      empty: 'There are no operators, and no page at /operate. See `operators add`.',
    },
  }
}
