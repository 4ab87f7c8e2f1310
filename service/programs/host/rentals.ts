import type * as v from 'valibot'
import type { HeldRental } from '#lib/contract/host.ts'
import type { ImageProblem } from '#lib/rules/gpu.ts'
import type { Driver, Order } from './driver.ts'
import { EngineUnavailableError } from './engine.ts'
import { ImageProblemError } from './image-registry.ts'

type Held = v.InferOutput<typeof HeldRental>
export type OrderedRental = Order & { readonly restarts: number }

/** Starts of a container that ended by itself before the rental has failed. */
const MAX_FAILED_STARTS = 3
/** Wipes that the engine has refused before the owner is told. */
const MAX_REFUSED_WIPES = 2

/** Work on a rental, which is repeated until it is done. */
type Task = 'make' | 'restart' | 'wipe'

interface Place {
  order: OrderedRental
  state: Held['state']
  /** Its pending work; undefined where it is as ordered. */
  task: Task | undefined
  isBusy: boolean
  /** Whether it has run, so that it is started again when its container ends. */
  hasRun: boolean
  /** Times in a row that the engine has refused its work, and the last reason. */
  refusals: number
  reason: string
  /** Why its image cannot be started. */
  problem: ImageProblem | undefined
  work: Promise<void>
}

export interface RentalEvents {
  log(text: string): void
  /** Disconnects everybody from a rental. */
  disconnect(id: string): void
  /** The driver could not make or continue a rental. */
  failed?(reason: string): void
}

const nothing: OrderedRental = { id: '', image: 'plain', keys: [], restarts: 0 }
const textOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/**
 * Creates, restarts and wipes rentals until they match the service's orders. While the engine does not answer, a rental is
 * `unavailable`: it neither fails nor counts as wiped, and its work is repeated.
 */
export function createRentals(driver: Driver, { log, disconnect, failed }: RentalEvents) {
  const places = new Map<string, Place>()
  let isClosed = false

  function addPlace(order: OrderedRental, state: Held['state']): Place {
    const place: Place = {
      ...{
        order,
        state,
        task: undefined,
        isBusy: false,
        hasRun: false,
        refusals: 0,
        reason: '',
        problem: undefined,
        work: Promise.resolve(),
      },
    }
    places.set(order.id, place)
    return place
  }

  const acts: Record<Task, (place: Place) => Promise<string>> = {
    async make({ order }) {
      await driver.prepare(order)
      return `rental ${order.id} is ready`
    },
    async restart({ order }) {
      disconnect(order.id)
      await driver.halt(order.id)
      await driver.prepare(order)
      return `rental ${order.id} was restarted`
    },
    async wipe({ order }) {
      await driver.wipe(order.id)
      return `rental ${order.id} was wiped`
    },
  }

  function begin(place: Place, task: Task): void {
    place.task = task
    place.work = place.work.then(() => work(place, task))
  }

  async function work(place: Place, task: Task): Promise<void> {
    // Another task has replaced it meanwhile.
    if (place.task !== task || isClosed) return
    place.isBusy = true
    try {
      const done = await acts[task](place)
      if (place.task === task) finish(place, task)
      log(done)
    } catch (error) {
      log(`rental ${place.order.id}: ${textOf(error)}`)
      if (place.task === task) onError(place, task, error)
    } finally {
      place.isBusy = false
    }
  }

  function finish(place: Place, task: Task): void {
    place.task = undefined
    place.refusals = 0
    if (task === 'wipe') places.delete(place.order.id)
    else Object.assign(place, { state: 'running', hasRun: true })
  }

  function onError(place: Place, task: Task, error: unknown): void {
    if (error instanceof ImageProblemError && !place.hasRun) {
      // It says nothing of what the machine can do.
      Object.assign(place, { task: undefined, state: 'failed', problem: error.problem })
      return
    }
    const isUnknown = error instanceof EngineUnavailableError
    if (!isUnknown) Object.assign(place, { refusals: place.refusals + 1, reason: textOf(error) })
    // It is wiped when nothing of it is left, and stays `stopping` until then.
    if (task === 'wipe') return
    if (place.hasRun && (isUnknown || place.refusals < MAX_FAILED_STARTS)) place.state = 'unavailable'
    else if (!isUnknown) fail(place, place.reason)
  }

  function fail(place: Place, reason: string): void {
    place.task = undefined
    place.state = 'failed'
    failed?.(reason)
  }

  function wipe(place: Place): void {
    if (place.task === 'wipe') return
    Object.assign(place, { state: 'stopping', refusals: 0 })
    disconnect(place.order.id)
    driver.cancel?.(place.order.id)
    begin(place, 'wipe')
  }

  /** Compares a rental with its container. */
  async function check(place: Place): Promise<void> {
    const { id } = place.order
    const presence = await driver.presence(id)
    if (isClosed || place.task || (place.state !== 'running' && place.state !== 'unavailable')) return
    if (presence === 'running') {
      if (place.state !== 'running') log(`rental ${id} is reachable again`)
      place.state = 'running'
    } else if (presence === 'absent') {
      log(`rental ${id}: its container is gone, and what was in it`)
      disconnect(id)
      fail(place, 'its container is gone')
    } else {
      if (place.state === 'running')
        log(`rental ${id}: ${presence === 'stopped' ? 'its container ended' : 'its engine does not answer'}`)
      place.state = 'unavailable'
      if (presence === 'unknown') return
      disconnect(id)
      begin(place, 'make')
    }
  }

  return {
    /**
     * Finds rentals from before this start; the service decides whether they stay. Those that are recorded are held also
     * while the engine does not answer. Throws when the others cannot be known yet.
     */
    async recover(): Promise<void> {
      for (const id of driver.recorded()) if (!places.has(id)) addPlace({ ...nothing, id }, 'unavailable').hasRun = true
      for (const id of await driver.existing())
        if (!places.has(id)) addPlace({ ...nothing, id }, 'starting').hasRun = true
      for (const place of places.values())
        if (place.order.keys.length === 0 && place.state === 'unavailable') place.state = 'starting'
    },
    /** Wipes what is left of rentals that nobody ordered, such as a container that a killed host had begun to create. */
    async sweep(): Promise<void> {
      for (const id of await driver.existing()) {
        if (places.has(id)) continue
        log(`rental ${id} is of nobody: wiping it`)
        wipe(addPlace({ ...nothing, id }, 'stopping'))
      }
    },
    reconcile(orders: readonly OrderedRental[]): void {
      for (const order of orders) {
        const place = places.get(order.id)
        if (!place) begin(addPlace(order, 'starting'), 'make')
        else if (place.task === 'wipe' || place.state === 'failed') continue
        else if (place.order.keys.length === 0) {
          // A rental from before this start: prepare it again over its files.
          place.order = order
          begin(place, 'make')
        } else if (place.order.restarts < order.restarts && place.hasRun) {
          place.order = order
          if (place.state === 'running') place.state = 'starting'
          begin(place, 'restart')
        } else {
          // Keys may be added to a running rental, and removed from it.
          place.order = { ...place.order, keys: order.keys }
        }
      }
      for (const place of places.values()) if (!orders.some(({ id }) => id === place.order.id)) wipe(place)
    },
    /** Repeats the work that is not done, and compares the running rentals with their containers. */
    async tend(): Promise<void> {
      await Promise.all(
        [...places.values()].map(async (place) => {
          if (place.isBusy) return
          if (place.task) begin(place, place.task)
          else await check(place)
          await place.work
        }),
      )
    },
    /** Ends the rentals that run, for a reason of this machine; they are wiped when the service orders them no more. */
    async fail(reason: string): Promise<void> {
      for (const place of places.values()) {
        if (place.state !== 'running' && place.state !== 'unavailable') continue
        const { id } = place.order
        log(`rental ${id} was ended: ${reason}`)
        disconnect(id)
        fail(place, reason)
        await driver.halt(id).catch((error: unknown) => log(`rental ${id}: ${textOf(error)}`))
      }
    },
    states: (): Held[] =>
      [...places.values()].map(({ order: { id, restarts }, state, problem }) => {
        const pull = driver.progress?.(id)
        return { id, state, restarts, ...(problem && { problem }), ...(pull && { pull }) }
      }),
    /** The rental that accepts connections. */
    current: (): Order | undefined => [...places.values()].find(({ state }) => state === 'running')?.order,
    /** Whether every rental is as ordered. */
    isSettled: (): boolean => [...places.values()].every(({ task, state }) => !task && state !== 'unavailable'),
    /** Whether an earlier rental is not wiped yet. */
    isWiping: (): boolean => [...places.values()].some(({ task }) => task === 'wipe'),
    /** Why an earlier rental cannot be wiped; undefined before the engine has refused it repeatedly. */
    wipeRefusal: (): string | undefined =>
      [...places.values()].find(({ task, refusals }) => task === 'wipe' && refusals >= MAX_REFUSED_WIPES)?.reason,
    /** Stops everything that runs, for the next start; begins no other work. */
    async close(): Promise<void> {
      isClosed = true
      for (const id of places.keys()) await driver.halt(id).catch(() => undefined)
    },
    /** Resolves when the pending work has been tried. */
    settled: () => Promise.all([...places.values()].map(({ work }) => work)),
  }
}
