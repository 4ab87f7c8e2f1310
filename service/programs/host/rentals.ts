import type * as v from 'valibot'
import type { HeldRental } from '#lib/contract/host.ts'
import type { Driver, Order } from './driver.ts'

type Held = v.InferOutput<typeof HeldRental>
export type OrderedRental = Order & { readonly restarts: number }

interface Place {
  order: OrderedRental
  state: Held['state']
  /** Its pending work, in order. */
  work: Promise<void>
}

export interface RentalEvents {
  log(text: string): void
  /** Disconnects everybody from a rental. */
  disconnect(id: string): void
}

/** Creates, restarts and wipes rentals until they match the service's orders. */
export function createRentals(driver: Driver, { log, disconnect }: RentalEvents) {
  const places = new Map<string, Place>()
  const nothing: OrderedRental = { id: '', image: 'plain', keys: [], restarts: 0 }

  const queue = (place: Place, work: () => Promise<void>): void => {
    place.work = place.work.then(work).catch((error: unknown) => {
      log(`rental ${place.order.id}: ${error instanceof Error ? error.message : String(error)}`)
      place.state = 'failed'
    })
  }

  function make(order: OrderedRental): void {
    const place: Place = { order, state: 'starting', work: Promise.resolve() }
    places.set(order.id, place)
    queue(place, async () => {
      await driver.prepare(order)
      place.state = 'running'
      log(`rental ${order.id} is ready`)
    })
  }

  function restart(place: Place, order: OrderedRental): void {
    place.state = 'starting'
    place.order = order
    queue(place, async () => {
      disconnect(order.id)
      await driver.halt(order.id)
      await driver.prepare(order)
      place.state = 'running'
      log(`rental ${order.id} was restarted`)
    })
  }

  function wipe(place: Place): void {
    if (place.state === 'stopping') return
    place.state = 'stopping'
    const { id } = place.order
    disconnect(id)
    queue(place, async () => {
      await driver.wipe(id)
      places.delete(id)
      log(`rental ${id} was wiped`)
    })
  }

  return {
    /** Finds rentals from before this start; the service decides whether they stay. */
    async recover(): Promise<void> {
      for (const id of await driver.existing())
        places.set(id, { order: { ...nothing, id }, state: 'starting', work: Promise.resolve() })
    },
    reconcile(orders: readonly OrderedRental[]): void {
      for (const order of orders) {
        const place = places.get(order.id)
        if (!place) make(order)
        // A rental from before this start: prepare it again over its files.
        else if (place.order.keys.length === 0 && place.state === 'starting') make(order)
        else if (place.order.restarts < order.restarts && place.state === 'running') restart(place, order)
        // Keys may be added to a running rental, and removed from it.
        else place.order = { ...place.order, keys: order.keys }
      }
      for (const place of places.values()) if (!orders.some(({ id }) => id === place.order.id)) wipe(place)
      for (const place of [...places.values()])
        if (place.state === 'failed' && !orders.some(({ id }) => id === place.order.id)) wipe(place)
    },
    states: (): Held[] =>
      [...places.values()].map(({ order, state }) => ({ id: order.id, state, restarts: order.restarts })),
    /** The rental that accepts connections. */
    current: (): Order | undefined => [...places.values()].find(({ state }) => state === 'running')?.order,
    /** Resolves when the pending work is done. */
    settled: () => Promise.all([...places.values()].map(({ work }) => work)),
  }
}
