/** Roles of operators, by what they may change; each sees everything. An admin may do all of it. */
export const roles = ['viewer', 'support', 'finance', 'admin'] as const
export type Role = (typeof roles)[number]

/** Whether somebody of a role may do an act that needs a role. */
export const mayDo = (role: Role, needed: Role): boolean => role === 'admin' || role === needed
