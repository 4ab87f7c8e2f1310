import * as v from 'valibot'
import { imageProblems, troubles } from '../rules/gpu.ts'
import { VARIABLE_NAME } from '../rules/gpu-templates.ts'
import { endpoint } from './endpoint.ts'
import { Count, Id } from './fields.ts'
import { line } from './labels.ts'

/**
 * Messages between a host and the service (docs/guides/host-protocol.md): plain JSON under `/host`, with the token of
 * the machine in the `host-token` header. The host asks; the service never calls a host.
 */

export const HOST_PROTOCOL = 1

const Percent = v.pipe(v.number(), v.minValue(0), v.maxValue(100))
const Name = line(120)
const Size = v.pipe(Count, v.maxValue(2_000_000_000))

export const HostFacts = v.object({
  cpu: Name,
  cores: v.pipe(Count, v.maxValue(4096)),
  ramMib: Size,
  diskGib: Size,
  gpus: v.pipe(v.array(v.object({ model: Name, memoryMib: Size })), v.maxLength(64)),
})
export type HostFacts = v.InferOutput<typeof HostFacts>

/**
 * State of a rental on its host: preparing, ready, being wiped, or failed; `unavailable` while the container engine does not
 * answer or its container is being started again.
 */
export const HeldRental = v.object({
  id: Id,
  state: v.picklist(['starting', 'running', 'stopping', 'failed', 'unavailable']),
  /** Number of restarts; follows the number that the service requests. */
  restarts: v.pipe(Count, v.maxValue(2_147_483_647)),
  /** Why its image cannot be started, where that is why it has failed. */
  problem: v.optional(v.picklist(imageProblems)),
  /** How much of its image has arrived. */
  pull: v.optional(v.object({ doneMib: Size, totalMib: Size })),
})

/**
 * Why the machine can take no rental: its engine does not answer, an earlier rental is not wiped yet, or it has not proven
 * that it can make one, or has failed to more than once, for this reason.
 */
export const HostTrouble = v.object({ kind: v.picklist(troubles), reason: line(300) })
export type HostTrouble = v.InferOutput<typeof HostTrouble>

const Speed = v.pipe(v.number(), v.minValue(0), v.maxValue(100_000_000))
export const SignedBenchmark = v.object({
  sha256: Speed,
  memory: Speed,
  disk: Speed,
  /** HMAC-SHA-256 over `sha256/memory/disk`, by the SHA-256 of the token in hex. */
  signature: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/)),
})

/** The template of a rental, with its secrets. */
export const OrderedTemplate = v.object({
  image: v.string(),
  /** Maximum download. */
  maxImageMib: Count,
  variables: v.array(v.object({ name: v.pipe(v.string(), v.regex(VARIABLE_NAME)), value: v.string() })),
  start: v.string(),
})
export type OrderedTemplate = v.InferOutput<typeof OrderedTemplate>

export const hostPoll = endpoint('/host/poll', {
  auth: true,
  request: v.object({
    protocol: v.literal(HOST_PROTOCOL),
    version: v.pipe(v.string(), v.maxLength(32), v.regex(/^[\w.+-]+$/)),
    driver: v.picklist(['process', 'container']),
    /** Fingerprint of its SSH server's host key. */
    hostKey: v.pipe(v.string(), v.regex(/^SHA256:[A-Za-z0-9+/]{43}$/)),
    facts: HostFacts,
    load: v.object({ cpu: Percent, memory: Percent, gpu: v.nullable(Percent) }),
    /** All rentals on the host; a rental that is not listed does not exist there. */
    rentals: v.pipe(v.array(HeldRental), v.maxLength(8)),
    trouble: v.optional(v.nullable(HostTrouble), null),
    /** Abilities of the program beyond version 1. Names that the service does not know have no effect. */
    abilities: v.optional(v.pipe(v.array(v.pipe(v.string(), v.regex(/^[a-z-]{1,20}$/))), v.maxLength(16)), []),
    benchmark: v.optional(SignedBenchmark),
  }),
  reply: v.object({
    machineId: Id,
    /** Seconds until the next poll. */
    pollSeconds: Count,
    /** All rentals that the host has to run; it stops and wipes every other one. */
    rentals: v.array(
      v.object({
        ...{ id: Id, image: v.string(), keys: v.array(v.string()), restarts: Count, createdAt: Count },
        /** True if the renter is the machine's owner. */
        isOwners: v.optional(v.boolean(), false),
        /** Whether its programs may reach the internet. */
        reach: v.optional(v.picklist(['internet', 'none']), 'internet'),
        /** In place of the image, for hosts that know templates. */
        template: v.optional(OrderedTemplate),
      }),
    ),
    /** Gateways to which the host keeps connections open for renters. */
    gateways: v.array(v.object({ host: v.string(), port: Count })),
    wantsBenchmark: v.boolean(),
  }),
})
