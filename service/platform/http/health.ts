import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { Context } from '../context.ts'

export interface HealthFacts {
  isDraining(): boolean
  /** How far networks were read; it never keeps a node from taking calls. */
  networks(): Promise<readonly object[]>
}

/**
 * `/healthz`: the process lives. `/readyz`: it can do the work of its roles; turns 503 as soon as it drains. How far networks were read
 * is part of the reply: payments wait while a node is behind, calls do not.
 */
export function healthRoutes(app: FastifyInstance, ctx: Context, { isDraining, networks }: HealthFacts): void {
  app.get('/healthz', async () => ({ ok: true }))
  app.get('/readyz', async (_, reply) => {
    const problem = isDraining() ? 'draining' : await readinessProblem(ctx)
    if (problem) return reply.code(503).send({ ok: false, problem })
    return { ok: true, roles: [...ctx.config.roles], networks: await networks() }
  })
}

/** The part that keeps the service from its work, or undefined. */
export async function readinessProblem(ctx: Context): Promise<'jobs' | 'database' | undefined> {
  if (!ctx.jobs.isReady()) return 'jobs'
  try {
    await sql`select 1`.execute(ctx.db)
    return undefined
  } catch {
    return 'database'
  }
}
