import type { Page } from '@playwright/test'
import type { Service } from './world.ts'

/** Gives the page's browser a virtual authenticator whose user always confirms. */
export async function addAuthenticator(page: Page): Promise<void> {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('WebAuthn.enable')
  const options = { protocol: 'ctap2', transport: 'internal', hasResidentKey: true, hasUserVerification: true } as const
  await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: { ...options, isUserVerified: true, automaticPresenceSimulation: true },
  })
}

/** The same service at its name: passkeys belong to names, and to no number. */
export const namedOrigin = ({ origin }: Pick<Service, 'origin'>): string => origin.replace('127.0.0.1', 'localhost')
