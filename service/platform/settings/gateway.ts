import type * as v from 'valibot'
import { type Group, setting } from './group.ts'
import { checked, matching, port } from './kinds.ts'

export const gatewaySettings = {
  GATEWAY_PORTS: setting(
    checked((text) => rangeOf(text) !== undefined, 'must be a range of ports such as 22100-22199'),
    {
      about:
        'a port for each machine that is rented out, by which renters come in; without it machines need addresses of their own',
      usual: '`PORT` + 100 to + 199; none in production',
    },
  ),
  GATEWAY_HOST: setting(matching(/^[A-Za-z0-9.-]{1,253}$/, 'must be a host name or an IPv4 address'), {
    about: 'the name by which renters and hosts reach this node',
    usual: '`HOST`; required in production with `GATEWAY_PORTS`',
  }),
  GATEWAY_WEB: setting(
    matching(
      /^https?:\/\/\*(?:\.[a-z0-9-]{1,63})+(?::\d{1,5})?$/,
      'must be an address whose host name begins with *., such as https://*.rentals.example',
    ),
    {
      about:
        'the addresses of published ports, with a name for each in place of the star; without it ports are not published',
      usual: '`http://*.localhost` at `GATEWAY_WEB_PORT`; none in production',
    },
  ),
  GATEWAY_WEB_PORT: setting(port(), {
    about: 'the port where requests to published ports arrive, from the balancer',
    usual: '`PORT` + 3',
  }),
  GATEWAY_LINE_PORT: setting(port(), { about: 'the port where hosts open their lines', usual: '`PORT` + 2' }),
}

export const gateway: Group = {
  title: 'Gateway of rentals',
  readers: 'nodes with `gateway`, and nodes with `api`, which show renters where to go: the same values for both',
  settings: gatewaySettings,
}

/** How renters reach machines through the service. */
export interface GatewaySettings {
  /** The name by which renters and hosts reach this node. */
  host: string
  /** The port of the first machine; each has one of its own, by its slot. */
  firstPort: number
  ports: number
  /** Where hosts open their lines. */
  linePort: number
  /** Addresses of published ports, with a star for the name of each, and the port where their requests arrive. */
  web?: { pattern: string; port: number } | undefined
}

/** Ports of machines above the service's own, where no range is set. */
const FIRST_ABOVE = 100
const MACHINES = 100
const LINE_ABOVE = 2
const WEB_ABOVE = 3
const MAX_PORT = 65_535

interface Values extends v.InferOutput<v.ObjectSchema<typeof gatewaySettings, undefined>> {
  NODE_ENV: 'development' | 'test' | 'production'
  HOST: string
  PORT: number
}

/** Without a range of ports there is no gateway; on a developer's machine one stands above `PORT`. */
export function toGateway(values: Values): GatewaySettings | undefined {
  const { NODE_ENV, HOST, PORT, GATEWAY_PORTS, GATEWAY_HOST, GATEWAY_LINE_PORT } = values
  const ports = GATEWAY_PORTS === undefined ? undefined : rangeOf(GATEWAY_PORTS)
  const hasUsual = NODE_ENV === 'development' && PORT !== 0 && PORT + FIRST_ABOVE + MACHINES <= MAX_PORT
  const range = ports ?? (hasUsual ? { firstPort: PORT + FIRST_ABOVE, ports: MACHINES } : undefined)
  if (!range) return undefined
  const web = webOf(values)
  const linePort = GATEWAY_LINE_PORT ?? (PORT === 0 ? 0 : PORT + LINE_ABOVE)
  return { host: GATEWAY_HOST ?? HOST, linePort, ...range, ...(web && { web }) }
}

function webOf({ NODE_ENV, PORT, GATEWAY_WEB, GATEWAY_WEB_PORT }: Values): GatewaySettings['web'] {
  const port = GATEWAY_WEB_PORT ?? (PORT === 0 ? 0 : PORT + WEB_ABOVE)
  // Browsers find every name under localhost on their own machine.
  const usual = NODE_ENV === 'development' && port !== 0 ? `http://*.localhost:${port}` : undefined
  const pattern = GATEWAY_WEB ?? usual
  return pattern === undefined ? undefined : { pattern, port }
}

function rangeOf(text: string): { firstPort: number; ports: number } | undefined {
  const [, first, last] = /^(\d{1,5})-(\d{1,5})$/.exec(text) ?? []
  const [from, to] = [Number(first), Number(last)]
  return from >= 1 && to >= from && to <= MAX_PORT ? { firstPort: from, ports: to - from + 1 } : undefined
}
