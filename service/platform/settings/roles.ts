import * as v from 'valibot'

/** The parts of a node's work; service/roles.ts starts and stops them. */
export const roles = ['api', 'jobs', 'chain', 'gateway'] as const
export type Role = (typeof roles)[number]

const namesIn = (text: string): string[] => text.split(',').map((name) => name.trim())
const isRole = (name: string): name is Role => (roles as readonly string[]).includes(name)

/** Roles with commas between, in any order. */
export const roleList = () =>
  v.pipe(
    v.string(),
    v.check(
      (text) => namesIn(text).every(isRole),
      `must be one or more of ${roles.join(', ')}, with commas between and no empty name`,
    ),
    v.transform((text): ReadonlySet<Role> => new Set(roles.filter((role) => namesIn(text).includes(role)))),
  )
