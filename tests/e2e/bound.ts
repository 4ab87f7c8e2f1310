import type { Page } from '@playwright/test'
import { createSealer } from '#lib/crypto/sealer.ts'
import { bindByCode } from '../_world/device.ts'
import { createVisitor } from '../_world/visitor.ts'
import type { Service } from './world.ts'

/** Binds devices to whoever is signed in on the page; no miner runs on them. Gives their tokens. */
export async function bindDevices(page: Page, service: Service, names: readonly string[]): Promise<string[]> {
  const { publicKey } = (await (await fetch(`${service.origin}/api/public-key`)).json()) as { publicKey: string }
  const token = await page.evaluate(() => localStorage.getItem('token'))
  const sealer = createSealer(publicKey)
  const letter = () => Promise.reject(new Error('nobody waits for a letter'))
  const user = createVisitor({ address: service.origin, sealer, clock: service, letter }, { token: token ?? '' })
  const tokens: string[] = []
  for (const name of names) tokens.push((await bindByCode({ address: service.origin }, user, name)).token)
  sealer.close()
  return tokens
}
