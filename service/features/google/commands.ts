import { createGoogle, GoogleError } from '../../adapters/google.ts'
import type { Command } from '../../operate/command.ts'
import { exitCodes } from '../../operate/errors.ts'

/** Which services of others are set up, and whether they answer. */
const check: Command = {
  name: 'check',
  summary: 'Which sign-in providers are set up, and whether they answer',
  options: {},
  async run({ config }) {
    const google = config.google ? await reach(createGoogle(config.google)) : 'not set up'
    const issuer = config.google?.issuer ?? ''
    const redirect = config.google ? `${config.origin}/google-auth` : ''
    return {
      kind: 'view',
      data: { google: { state: google, issuer, redirect } },
      sheet: {
        columns: [
          { title: 'Provider' },
          { title: 'State' },
          { title: 'Address' },
          { title: 'Redirect to register there' },
        ],
        rows: [['Google', google, issuer, redirect]],
        empty: '',
      },
      exitCode: google === 'does not answer' ? exitCodes.breach : exitCodes.done,
    }
  },
}

/** Asks for what the provider says of itself, as the first sign-in does. */
const reach = (google: ReturnType<typeof createGoogle>): Promise<'answers' | 'does not answer'> =>
  google.address({ state: 'check', nonce: 'check', verifier: 'check' }, 'https://localhost/').then(
    () => 'answers' as const,
    (error: unknown) => {
      if (error instanceof GoogleError) return 'does not answer' as const
      throw error
    },
  )

export const commands: readonly Command[] = [check]
