import type { World } from './world.ts'

/** Changes rows that the database itself refuses to change, as somebody does who owns it. */
export async function force(world: World, statement: string): Promise<void> {
  const client = await world.running.ctx.pool.connect()
  try {
    await client.query('set session_replication_role = replica')
    await client.query(statement)
    await client.query('set session_replication_role = origin')
  } finally {
    client.release()
  }
}
