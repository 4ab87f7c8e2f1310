import * as v from 'valibot'
import {
  endReasons,
  imageNames,
  liveStates,
  MAX_KEYS,
  offerSorts,
  offerStates,
  pauseCauses,
  rentalEvents,
  rentalStates,
} from '../rules/gpu.ts'
import { templatePolicies } from '../rules/gpu-templates.ts'
import { MAX_KEY_CHARACTERS } from '../rules/ssh-keys.ts'
import { Amount, UtcDay } from './amounts.ts'
import { endpoint } from './endpoint.ts'
import { Count, Id, NoFields, UnixSeconds } from './fields.ts'
import { RentalTemplate } from './gpu-templates.ts'
import { HostTrouble } from './host.ts'
import { Label, label } from './labels.ts'
import { pagedReply, pageRequest, statusFilter } from './paging.ts'
import { RequestId, requestRefusals } from './requests.ts'

/** Rented machines (SPEC-7.74, ADR-029). Prices are USDT an hour; percents are whole hundredths, 0 to 10000. */

const Image = v.picklist(imageNames)
const HundredthsOfPercent = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(10_000))
const Hours = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(8760))

export const Offer = v.object({
  id: Id,
  model: v.string(),
  /** Memory of one GPU, and number of GPUs; a machine without GPUs has neither. */
  memoryMib: Count,
  count: Count,
  cpu: v.string(),
  cores: Count,
  ramMib: Count,
  diskGib: Count,
  networkMbps: Count,
  region: v.string(),
  price: Amount,
  /** Price per GPU; without GPUs the same as `price`. */
  pricePerGpu: Amount,
  longestHours: Count,
  reliability: v.nullable(HundredthsOfPercent),
  state: v.picklist(offerStates),
  /** Demonstration entry: no machine backs it, and it cannot be rented. */
  isSimulated: v.boolean(),
  isMine: v.boolean(),
  /** True if the caller is notified when it becomes free. */
  isAwaited: v.boolean(),
})
export type Offer = v.InferOutput<typeof Offer>

const Text = label(60)

export const gpuList = endpoint('/gpu/list', {
  auth: true,
  request: v.object({
    ...pageRequest(20),
    model: v.optional(Text),
    /** Minimum per GPU. */
    memoryMib: v.optional(v.pipe(Count, v.maxValue(1_048_576))),
    /** Maximum per hour. */
    price: v.optional(v.pipe(v.string(), v.regex(/^\d{1,9}(?:\.\d{1,6})?$/))),
    region: v.optional(Text),
    /** Exact number of GPUs; 0 means machines without GPUs. */
    count: v.optional(v.pipe(Count, v.maxValue(64))),
    reliability: v.optional(HundredthsOfPercent),
    state: v.optional(statusFilter(offerStates, undefined)),
    sort: v.optional(v.picklist(offerSorts), 'price'),
  }),
  reply: pagedReply(Offer, {
    /** Values to choose from, independent of the current filter. */
    models: v.array(v.string()),
    regions: v.array(v.string()),
    counts: v.array(Count),
    isHosting: v.boolean(),
  }),
})

const Benchmark = v.object({
  /** Measured on all threads; MiB a second. */
  sha256: v.number(),
  memory: v.number(),
  disk: v.number(),
  time: UnixSeconds,
})

const Load = v.object({ time: UnixSeconds, cpu: v.number(), memory: v.number(), gpu: v.nullable(v.number()) })

export const gpuDetail = endpoint('/gpu/detail', {
  auth: true,
  request: v.object({ id: Id }),
  reply: v.object({
    offer: Offer,
    images: v.array(Image),
    /** Templates that its owner allows; `none` also where its host does not know templates. */
    templates: v.picklist(templatePolicies),
    /** Whether programs on it have internet access. */
    reach: v.picklist(['internet', 'none']),
    driver: v.nullable(v.string()),
    benchmark: v.nullable(Benchmark),
    /** Figures behind the reliability, over the last 30 days. */
    facts: v.object({ uptime: v.nullable(HundredthsOfPercent), ended: Count, failed: Count, since: UnixSeconds }),
    prices: v.array(v.object({ time: UnixSeconds, price: Amount })),
    /** Hundredths of a percent for each UTC day on which the machine was listed. */
    uptime: v.array(v.object({ day: UtcDay, uptime: HundredthsOfPercent })),
    balance: Amount,
    serverTime: UnixSeconds,
  }),
  refuses: ['GPU_UNKNOWN'],
})

export const SshKey = v.object({
  id: Id,
  name: v.string(),
  type: v.string(),
  /** `SHA256:` and base64, as `ssh-keygen -l` prints it. */
  fingerprint: v.string(),
  time: UnixSeconds,
})
export type SshKey = v.InferOutput<typeof SshKey>

export const gpuKeys = endpoint('/gpu/keys', {
  auth: true,
  request: NoFields,
  reply: v.object({ list: v.array(SshKey), most: Count }),
})

export const addGpuKey = endpoint('/gpu/key-add', {
  auth: true,
  request: v.object({ name: Label, key: v.pipe(v.string(), v.maxLength(2 * MAX_KEY_CHARACTERS)) }),
  reply: SshKey,
  refuses: [
    'KEY_PRIVATE',
    'KEY_FORM',
    'KEY_KIND',
    'KEY_DAMAGED',
    'KEY_SHORT',
    /** Data: `name`. */
    'KEY_KNOWN',
    /** Data: `most`. */
    'TOO_MANY_KEYS',
  ],
})

/** Running rentals keep the key. */
export const removeGpuKey = endpoint('/gpu/key-remove', {
  auth: true,
  request: v.object({ id: Id }),
  reply: NoFields,
  refuses: ['KEY_UNKNOWN'],
})

const Live = v.picklist(liveStates)

export const Rental = v.object({
  id: Id,
  offer: v.object({ id: Id, model: v.string(), count: Count, memoryMib: Count, cpu: v.string(), region: v.string() }),
  image: Image,
  /** Its template, in place of the image. */
  template: v.nullable(RentalTemplate),
  /** How much of its image has arrived, while it starts. */
  pull: v.nullable(v.object({ doneMib: Count, totalMib: Count })),
  state: v.picklist(rentalStates),
  /** Reason why it stops or has ended. */
  reason: v.nullable(v.picklist(endReasons)),
  price: Amount,
  /** Null means no end is set. */
  hours: v.nullable(Count),
  longestHours: Count,
  hoursCharged: Count,
  /** Charged amount less refunds. */
  paid: Amount,
  rentedAt: UnixSeconds,
  runningAt: v.nullable(UnixSeconds),
  paidUntil: v.nullable(UnixSeconds),
  endedAt: v.nullable(UnixSeconds),
  /** Since when and why its hours stand still. */
  paused: v.nullable(v.object({ since: UnixSeconds, cause: v.picklist(pauseCauses) })),
  /** SSH access while it runs. */
  access: v.nullable(v.object({ host: v.string(), port: Count, user: v.string(), hostKey: v.string() })),
})
export type Rental = v.InferOutput<typeof Rental>

const KeyIds = v.pipe(v.array(Id), v.minLength(1), v.maxLength(MAX_KEYS))

const Port = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(65_535))
export const PublishedPort = v.object({ port: Port, url: v.string() })
export type PublishedPort = v.InferOutput<typeof PublishedPort>

const shown = v.object({
  rental: Rental,
  balance: Amount,
  /** Whole hours that the balance covers at the total price of all running rentals; null if none runs. */
  hoursLeft: v.nullable(Count),
  serverTime: UnixSeconds,
})
export type ShownRental = v.InferOutput<typeof shown>

/**
 * Rents a machine and charges the first hour at once. `price` is the price shown to the user: refused if it has
 * changed. Idempotent by `requestId`: a repeated call returns the same rental.
 */
export const rentGpu = endpoint('/gpu/rent', {
  auth: true,
  request: v.object({
    id: Id,
    hours: v.nullable(Hours),
    image: Image,
    /** Starts from this template in place of the image. */
    templateId: v.optional(Id),
    keyIds: KeyIds,
    price: v.optional(Amount),
    requestId: RequestId,
  }),
  reply: shown,
  refuses: [
    'GPU_UNKNOWN',
    'GPU_SIMULATED',
    'GPU_TAKEN',
    'GPU_OFFLINE',
    'GPU_LACKING',
    'GPU_UNREADY',
    'GPU_PAUSED',
    'GPU_IMAGE_UNKNOWN',
    'TEMPLATE_UNKNOWN',
    'TEMPLATE_NOT_ALLOWED',
    'TEMPLATE_NEEDS_GPU',
    /** With `most`, in GiB. */
    'TEMPLATE_NEEDS_DISK',
    /** Data: `price`, the current one. */
    'GPU_PRICE_CHANGED',
    /** With `most`. */
    'GPU_TOO_LONG',
    'KEY_UNKNOWN',
    /** With `most`. */
    'TOO_MANY_RENTALS',
    /** Data: `until` (Unix seconds) and `time` (the same as text), as the next one. */
    'ONE_RENTAL_AT_A_TIME',
    'GPU_RELEASED_UNUSED',
    'BALANCE_SHORT',
    ...requestRefusals,
  ],
})

export const myGpus = endpoint('/gpu/my', {
  auth: true,
  request: v.object({
    ...pageRequest(20),
    status: v.optional(statusFilter(['all', 'live', 'over'], 'all'), 'all'),
  }),
  reply: pagedReply(Rental, {
    balance: Amount,
    hoursLeft: v.nullable(Count),
    serverTime: UnixSeconds,
  }),
})

const rentalId = v.object({ rentalId: Id })

/** One rental with its log, newest first, and its machine's load. */
export const rentalDetail = endpoint('/gpu/rental', {
  auth: true,
  request: rentalId,
  reply: v.object({
    ...shown.entries,
    events: v.array(
      v.object({ id: Id, time: UnixSeconds, kind: v.picklist(rentalEvents), detail: v.nullable(v.string()) }),
    ),
    load: v.array(Load),
    /** Ids of the account's keys that open it. */
    keyIds: v.array(Id),
    /** Ports with an address; null where there is none to give: it does not run, or the service or machine offers none. */
    ports: v.nullable(v.array(PublishedPort)),
  }),
  refuses: ['RENTAL_UNKNOWN'],
})

const portOf = v.object({ rentalId: Id, port: Port })

/** Gives a TCP port an address for HTTP and WebSockets. Everybody who has the address may open it. */
export const publishPort = endpoint('/gpu/port-publish', {
  auth: true,
  request: portOf,
  reply: v.object({ ports: v.array(PublishedPort) }),
  refuses: [
    'RENTAL_UNKNOWN',
    'RENTAL_OVER',
    'PORTS_UNAVAILABLE',
    /** With `most`. */
    'TOO_MANY_PORTS',
  ],
})

/** Takes the address back; the same port gets another one later. */
export const closePort = endpoint('/gpu/port-close', {
  auth: true,
  request: portOf,
  reply: v.object({ ports: v.array(PublishedPort) }),
  refuses: ['RENTAL_UNKNOWN'],
})

/** Replaces the keys that open a rental, also while it runs. */
export const setRentalKeys = endpoint('/gpu/rental-keys', {
  auth: true,
  request: v.object({ rentalId: Id, keyIds: KeyIds }),
  reply: v.object({ keyIds: v.array(Id) }),
  refuses: ['RENTAL_UNKNOWN', 'RENTAL_OVER', 'KEY_UNKNOWN'],
})

/** Stops it; hours that have not begun are never charged. An ended rental stays unchanged. */
export const releaseGpu = endpoint('/gpu/release', {
  auth: true,
  request: rentalId,
  reply: shown,
  refuses: ['RENTAL_UNKNOWN'],
})

/** Sets the total number of hours, or removes the end. */
export const extendGpu = endpoint('/gpu/extend', {
  auth: true,
  request: v.object({ rentalId: Id, hours: v.nullable(Hours) }),
  reply: shown,
  refuses: [
    'RENTAL_UNKNOWN',
    'RENTAL_OVER',
    /** With `most`. */
    'GPU_TOO_LONG',
    /** With `least`. */
    'GPU_TOO_SHORT',
  ],
})

export const restartGpu = endpoint('/gpu/restart', {
  auth: true,
  request: rentalId,
  reply: shown,
  refuses: ['RENTAL_UNKNOWN', 'RENTAL_OVER'],
})

export const notifyWhenGpuFree = endpoint('/gpu/notify', {
  auth: true,
  request: v.object({ id: Id, on: v.boolean() }),
  reply: NoFields,
  refuses: ['GPU_UNKNOWN', 'TOO_MANY_WAITS'],
})

const HostedState = v.picklist(offerStates)

const Gpus = v.object({ model: v.string(), memoryMib: Count, count: Count })
/** Why GPUs are missing: the listed GPUs, and those that the host reports. */
export const MissingGpus = v.object({ listed: Gpus, reported: v.array(Gpus) })
export type MissingGpus = v.InferOutput<typeof MissingGpus>

/** The machines that an account has offered, and their earnings. */
export const hostedGpus = endpoint('/gpu/hosting', {
  auth: true,
  request: NoFields,
  reply: v.object({
    machines: v.array(
      v.object({
        id: Id,
        /** Name given by the owner, if the owner has offered it. */
        name: v.nullable(v.string()),
        model: v.string(),
        count: Count,
        region: v.string(),
        price: Amount,
        /** Basis points of each hour's price. */
        share: HundredthsOfPercent,
        state: HostedState,
        lacking: v.nullable(MissingGpus),
        trouble: v.nullable(HostTrouble),
        /** As for a machine offered by its owner. */
        isExposed: v.boolean(),
        rental: v.nullable(Live),
        load: v.nullable(v.omit(Load, ['time'])),
        uptime: v.nullable(HundredthsOfPercent),
        reliability: v.nullable(HundredthsOfPercent),
        /** Settled hours, and hours since then. */
        hours: Count,
        earned: Amount,
        openHours: Count,
        open: Amount,
      }),
    ),
    days: v.array(v.object({ day: UtcDay, hours: Count, amount: Amount })),
    /** Expected earnings of the hours since the last settlement. */
    open: Amount,
    serverTime: UnixSeconds,
  }),
})
