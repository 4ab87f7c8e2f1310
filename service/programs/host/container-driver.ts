import path from 'node:path'
import { images } from '#lib/rules/gpu.ts'
import type { Bindings } from './bindings.ts'
import {
  type ContainerLimits,
  createArguments,
  createNetworkArguments,
  LABEL_FORMAT,
  labelOf,
  nameOf,
  referenceOf,
  rentalIdIn,
} from './container-arguments.ts'
import { type Container, execInContainer, followLogs } from './container-exec.ts'
import { endedAtOnce, startTemplate } from './container-template.ts'
import { createTunnels } from './container-tunnels.ts'
import type { Driver, Order, Presence } from './driver.ts'
import { type Engine, type EngineName, EngineRefusalError, EngineUnavailableError } from './engine.ts'
import { setFirewall } from './firewall.ts'
import { createPulls, type PullOptions } from './image-pulls.ts'
import { subnetsFor } from './subnets.ts'

/** Subnets that are tried for one network: others may be taken. */
const MAX_SUBNETS = 32

/** Images that are not deleted with a rental. */
const kept: ReadonlySet<string> = new Set(Object.values(images).map(({ reference }) => reference))

const linesOf = (text: string): string[] => text.split('\n').filter((line) => line !== '')

export interface ContainerDriverOptions {
  bindings: Bindings
  /** Keeps rentals off the owner's network; throws where it cannot. */
  firewall?: () => Promise<void>
  pulls?: PullOptions
}

/**
 * Rentals as containers of Docker or Podman. Renters connect to the host's SSH server, which runs their commands inside: an
 * image needs no server, and no port of it is open.
 */
export function createContainerDriver(
  engine: Engine,
  readLimits: () => ContainerLimits,
  { bindings, firewall = setFirewall, pulls: pullOptions }: ContainerDriverOptions,
): Driver {
  const { ask, change } = engine
  const tunnels = createTunnels()
  const pulls = createPulls(engine, pullOptions)

  const containerOf = (id: string): Container | undefined => engine.name && { engine: engine.name, name: nameOf(id) }

  function machineId(): string {
    if (bindings.machineId === undefined) throw new Error('the service has not named this machine yet')
    return bindings.machineId
  }

  // A list proves that a name is absent: a failed question about one container could have any reason.
  const containers = async () => linesOf(await ask('ps', '--all', '--format', '{{.Names}}'))
  const networks = async () => linesOf(await ask('network', 'ls', '--format', '{{.Name}}'))
  const volumeNames = async () => linesOf(await ask('volume', 'ls', '--format', '{{.Name}}'))
  const inspect = (id: string, format: string) => ask('inspect', '--type', 'container', '--format', format, nameOf(id))

  let storage: string | undefined
  async function storageNow(): Promise<string> {
    const field = engine.name === 'podman' ? '{{.Store.GraphRoot}}' : '{{.ID}}'
    storage ??= await ask('info', '--format', field)
    return storage
  }

  /** The state of a rental's container. Throws when a container of another host has its name. */
  async function stateOf(id: string): Promise<Exclude<Presence, 'unknown'>> {
    const binding = bindings.get(id)
    if (binding && binding.storage !== (await storageNow()))
      throw new EngineUnavailableError(`it began in ${binding.engine} at ${binding.storage}, which this is not`)
    if (!(await containers()).includes(nameOf(id))) return 'absent'
    const [state, owner] = (await inspect(id, `{{.State.Running}} ${LABEL_FORMAT}`)).split(' ')
    if (owner !== machineId()) throw new Error(`${nameOf(id)} is of another host. It is left alone`)
    return state === 'true' ? 'running' : 'stopped'
  }

  const volumesOf = async (id: string): Promise<string[]> =>
    (await inspect(id, '{{range .Mounts}}{{if eq .Type "volume"}}{{.Name}} {{end}}{{end}}'))
      .split(' ')
      .filter((name) => name !== '')

  async function createNetwork(order: Order, name: EngineName): Promise<void> {
    const { id } = order
    let refusal: EngineRefusalError | undefined
    for (const subnet of subnetsFor(id).slice(0, MAX_SUBNETS)) {
      if ((await networks()).includes(nameOf(id))) return
      try {
        await change(...createNetworkArguments(order, { subnet, machineId: machineId(), engine: name }))
        return
      } catch (error) {
        if (!(error instanceof EngineRefusalError)) throw error
        refusal = error
      }
    }
    throw refusal ?? new Error('this system is in every network that rentals could have')
  }

  const hasImage = async (reference: string): Promise<boolean> =>
    linesOf(await ask('image', 'ls', '--format', '{{.Repository}}:{{.Tag}}')).some(
      // Docker leaves its own registry out.
      (name) => name === reference || reference.endsWith(`/${name}`),
    )

  const hasTemplateImage = (reference: string): Promise<boolean> =>
    ask('image', 'inspect', '--format', '{{.Id}}', reference).then(
      () => true,
      (error: unknown) => {
        if (error instanceof EngineRefusalError) return false
        throw error
      },
    )

  async function create(order: Order): Promise<void> {
    const { id, template } = order
    const name = engine.name
    if (!name) throw new EngineUnavailableError('no engine answers')
    const reference = referenceOf(order)
    const isThere = await (template ? hasTemplateImage(reference) : hasImage(reference))
    // Images of ours stay for the next rental, and those that the owner has had before stay too.
    const image = template && !isThere && !kept.has(reference) ? { image: reference } : {}
    // Recorded first: a host that ends here finds what it has begun.
    bindings.set(id, { engine: name, storage: await storageNow(), isMade: false, volumes: [], ...image })
    if (!isThere) await pulls.pull(reference, order)
    await createNetwork(order, name)
    const options = { ...readLimits(), machineId: machineId(), engine: name }
    if (!template) await change(...createArguments(order, options))
    else await startTemplate(engine, { id, template, folder: path.dirname(bindings.file), options })
  }

  async function assertGone(id: string, ofVolumes: readonly string[]): Promise<void> {
    const names = [...(await containers()), ...(await networks())]
    const kept = await volumeNames()
    if (names.includes(nameOf(id)) || ofVolumes.some((name) => kept.includes(name)))
      throw new Error(`${nameOf(id)} is not wiped yet`)
  }

  return {
    name: 'container',
    async prepare(order) {
      await firewall()
      const state = await stateOf(order.id)
      if (state === 'absent' && bindings.get(order.id)?.isMade)
        throw new Error('its container is gone, and what was in it')
      if (state === 'absent') await create(order)
      if (state === 'stopped') await change('start', nameOf(order.id))
      if ((await stateOf(order.id)) !== 'running') throw endedAtOnce(order, state === 'absent')
      const name = engine.name
      if (!name) return
      const volumes = await volumesOf(order.id)
      const { image } = bindings.get(order.id) ?? {}
      const made = { engine: name, storage: await storageNow(), isMade: true, volumes }
      bindings.set(order.id, { ...made, ...(image !== undefined && { image }) })
    },
    run({ id }, request) {
      const container = containerOf(id)
      return container && execInContainer(container, request)
    },
    async connect({ id }, port) {
      const container = containerOf(id)
      if (!container) throw new EngineUnavailableError('no engine answers')
      return await tunnels.connect(container, port)
    },
    async presence(id) {
      try {
        return await stateOf(id)
      } catch (error) {
        if (error instanceof EngineUnavailableError || error instanceof EngineRefusalError) return 'unknown'
        throw error
      }
    },
    progress: pulls.progress,
    cancel: pulls.cancel,
    logs({ id, template }) {
      const container = containerOf(id)
      return container && template && followLogs(container)
    },
    async halt(id) {
      if ((await stateOf(id)) !== 'running') return
      await tunnels.close(nameOf(id))
      await change('kill', nameOf(id))
      if ((await stateOf(id)) === 'running') throw new Error(`${nameOf(id)} did not stop`)
    },
    async wipe(id) {
      const state = await stateOf(id)
      await tunnels.close(nameOf(id))
      const ofVolumes = new Set([
        ...(bindings.get(id)?.volumes ?? []),
        ...(state === 'absent' ? [] : await volumesOf(id)),
      ])
      if (state === 'running') await change('kill', nameOf(id)).catch(ignoreRefusal)
      if (state !== 'absent') await change('rm', '--force', '--volumes', nameOf(id)).catch(ignoreRefusal)
      const remaining = await volumeNames()
      for (const name of ofVolumes)
        if (remaining.includes(name)) await change('volume', 'rm', '--force', name).catch(ignoreRefusal)
      if ((await networks()).includes(nameOf(id))) await change('network', 'rm', nameOf(id)).catch(ignoreRefusal)
      await assertGone(id, [...ofVolumes])
      const { image } = bindings.get(id) ?? {}
      // It stays where another rental uses it.
      if (image !== undefined) await change('image', 'rm', image).catch(ignoreRefusal)
      bindings.delete(id)
    },
    recorded: bindings.ids,
    async existing() {
      const own = ['--filter', `label=${labelOf(machineId())}`]
      const names = [
        ...linesOf(await ask('ps', '--all', ...own, '--format', '{{.Names}}')),
        ...linesOf(await ask('network', 'ls', ...own, '--format', '{{.Name}}')),
      ]
      return [...new Set(names.flatMap((name) => rentalIdIn(name) ?? []))]
    },
  }
}

/** The proof after a step decides whether it has worked. */
function ignoreRefusal(error: unknown): void {
  if (!(error instanceof EngineRefusalError)) throw error
}
