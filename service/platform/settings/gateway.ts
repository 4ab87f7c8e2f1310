import type { Reader } from './reader.ts'

/** How renters come in by way of the service. */
export interface GatewaySettings {
  /** The name by which renters and hosts reach this node. */
  host: string
  /** The port of the first machine; each has one of its own, by its slot. */
  firstPort: number
  ports: number
  /** Where hosts open their lines. */
  linePort: number
}

interface Node {
  production: boolean
  test: boolean
  port: number
  host: string
}

/** Ports of machines behind the service's own, where nothing else is said. */
const FIRST_BEHIND = 100
const MACHINES = 100
const LINE_BEHIND = 2

/** Without a range of ports there is no gateway; on a developer's machine one stands behind `PORT`. */
export function readGateway(read: Reader, { production, test, port, host }: Node): GatewaySettings | undefined {
  const usual =
    production || test || port === 0 || port + FIRST_BEHIND + MACHINES > 65_535
      ? undefined
      : `${port + FIRST_BEHIND}-${port + FIRST_BEHIND + MACHINES - 1}`
  const hint = 'must be a range of ports such as 22100-22199'
  const range = read.checked('GATEWAY_PORTS', (text) => rangeOf(text) !== undefined, hint) ?? usual
  const name = read.matching('GATEWAY_HOST', /^[A-Za-z0-9.-]{1,253}$/, 'must be a host name or an IPv4 address')
  const linePort = read.port('GATEWAY_LINE_PORT', port === 0 ? 0 : port + LINE_BEHIND)
  const ports = range === undefined ? undefined : rangeOf(range)
  if (!ports) return undefined
  if (production && name === undefined)
    read.problems.push('GATEWAY_HOST is required with GATEWAY_PORTS: renters and hosts reach this node by it')
  return { host: name ?? host, linePort, ...ports }
}

function rangeOf(text: string): { firstPort: number; ports: number } | undefined {
  const [, first, last] = /^(\d{1,5})-(\d{1,5})$/.exec(text) ?? []
  const [from, to] = [Number(first), Number(last)]
  return from >= 1 && to >= from && to <= 65_535 ? { firstPort: from, ports: to - from + 1 } : undefined
}
