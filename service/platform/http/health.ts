import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { Context } from '../context.ts'
import { WRITABLE } from '../db/breaker.ts'

export interface HealthFacts {
  isDraining(): boolean
  /** Reported along with the readiness; it never makes a node unready. */
  networks(): Promise<readonly object[]>
}

/**
 * `/healthz`: the process is alive; with the caller's own address, as limits count it. `/readyz`: it can do the work of its roles; 503 as soon as it drains. It also reports how far the
 * networks were read: payments wait while a node is behind, calls do not.
 */
export function healthRoutes(app: FastifyInstance, ctx: Context, { isDraining, networks }: HealthFacts): void {
  app.get('/healthz', async ({ ip }) => ({ ok: true, address: ip }))
  app.get('/readyz', async (_, reply) => {
    const problem = isDraining() ? 'draining' : await readinessProblem(ctx)
    if (problem) return reply.code(503).send({ ok: false, problem })
    return { ok: true, roles: [...ctx.config.roles], networks: await networks() }
  })
}

/** The reason why the service cannot take calls; undefined when it can. */
export async function readinessProblem(ctx: Context): Promise<'jobs' | 'database' | 'readOnly' | undefined> {
  if (!ctx.jobs.isReady()) return 'jobs'
  try {
    const { rows } = await sql<{ is_writable: boolean }>`${sql.raw(WRITABLE)}`.execute(ctx.db)
    return rows[0]?.is_writable ? undefined : 'readOnly'
  } catch {
    return 'database'
  }
}
