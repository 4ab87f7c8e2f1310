import type { Context } from '#service/platform/context.ts'
import { approve } from '#service/rental/decide-request.ts'
import { offer, ownMachinesOf, renewToken } from '#service/rental/own-machines.ts'
import { firstPerson } from './people.ts'

/** The machine that the demo runs on, which can really be rented. */
const THIS = 'This computer'

const offered = [
  { name: THIS, region: 'Localhost', networkMbps: 100, price: '0.05', about: 'The computer that this demo runs on.' },
  {
    name: 'Workshop PC',
    region: 'Porto',
    networkMbps: 500,
    price: '0.22',
    about: 'RTX 3090, Ryzen 9 5900X, 64 GiB, fibre. It stands in a dry workshop and idles from 6 pm.',
  },
] as const

/** Offers the machines of the demo's account: one is approved, the other waits. */
async function offerOwn(ctx: Context): Promise<{ userId: string; lang: 'en' }> {
  const { id: userId } = await firstPerson(ctx)
  const owner = { userId, lang: 'en' } as const
  const known = await ownMachinesOf(ctx.db, { ...owner, now: ctx.clock.now() })
  if (known.length > 0) return owner
  for (const machine of offered) {
    const { id, name } = await offer(ctx, { ...machine, ...owner, consent: true })
    const terms = { share: 7000, longestHours: 72, images: null }
    if (name === THIS) await approve(ctx.db, { id, ...terms, now: ctx.clock.now() })
  }
  return owner
}

/** A token for the host of this machine, whose first report lists it; undefined when the request was withdrawn. */
export async function ownMachineToken(ctx: Context): Promise<string | undefined> {
  const owner = await offerOwn(ctx)
  const machines = await ownMachinesOf(ctx.db, { ...owner, now: ctx.clock.now() })
  const mine = machines.find(({ name }) => name === THIS)
  if (mine?.state !== 'approved' && mine?.state !== 'stopped') return undefined
  return (await renewToken(ctx, { ...owner, id: mine.id })).token
}
