import * as v from 'valibot'
import { endpoint } from './endpoint.ts'
import { Count, Id } from './fields.ts'
import { line } from './labels.ts'

/**
 * What a host and the service say to each other (docs/guides/host-protocol.md): plain JSON under `/host`, with the token of
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

/** What a host says of a rental: it is being made ready, can be entered, is being wiped, or could not be made or kept. */
export const HeldRental = v.object({
  id: Id,
  state: v.picklist(['starting', 'running', 'stopping', 'failed']),
  /** How often it was restarted; follows what the service asks for. */
  restarts: v.pipe(Count, v.maxValue(2_147_483_647)),
})

const Speed = v.pipe(v.number(), v.minValue(0), v.maxValue(100_000_000))
export const SignedBenchmark = v.object({
  sha256: Speed,
  memory: Speed,
  disk: Speed,
  /** HMAC-SHA-256 over `sha256/memory/disk`, by the SHA-256 of the token in hex. */
  signature: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/)),
})

export const hostPoll = endpoint('/host/poll', {
  auth: true,
  request: v.object({
    protocol: v.literal(HOST_PROTOCOL),
    version: v.pipe(v.string(), v.maxLength(32), v.regex(/^[\w.+-]+$/)),
    driver: v.picklist(['process', 'container']),
    /** Fingerprint of the key by which its SSH server is known. */
    hostKey: v.pipe(v.string(), v.regex(/^SHA256:[A-Za-z0-9+/]{43}$/)),
    facts: HostFacts,
    load: v.object({ cpu: Percent, memory: Percent, gpu: v.nullable(Percent) }),
    /** What it holds; what it does not name it does not have. */
    rentals: v.pipe(v.array(HeldRental), v.maxLength(8)),
    benchmark: v.optional(SignedBenchmark),
  }),
  reply: v.object({
    machineId: Id,
    /** When to ask again. */
    pollSeconds: Count,
    /** What it is to hold; whatever else it has, it stops and wipes. */
    rentals: v.array(
      v.object({
        ...{ id: Id, image: v.string(), keys: v.array(v.string()), restarts: Count, createdAt: Count },
        /** Whether it is the machine's owner who rents it. */
        isOwners: v.optional(v.boolean(), false),
      }),
    ),
    /** Where it holds lines open, by which renters come in. */
    gateways: v.array(v.object({ host: v.string(), port: Count })),
    wantsBenchmark: v.boolean(),
  }),
})
