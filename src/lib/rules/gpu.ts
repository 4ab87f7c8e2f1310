/**
 * Rented machines (SPEC-2.15, ADR-029). Times are Unix milliseconds, amounts smallest units of USDT. An offer is a
 * machine of a host, with its GPUs or with none, and is rented by one user at a time.
 */

export const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/** How often a host reports, and how soon it polls again when a change is pending. */
export const POLL_SECONDS = 5
export const POLL_SOON_SECONDS = 2
/** A host silent for this long is offline: its rentals end, and the hour in which it went offline is free. */
export const HOST_GONE_MS = 180_000
/** A rental that does not run by then has failed, and costs nothing; while its image arrives, the time counts from the last progress. */
export const START_MS = 300_000
/** The longest start, however slowly its image arrives. */
export const MAX_START_MS = 7_200_000
/** Rentals of one user that hold a machine at once. */
export const MAX_RENTALS = 10
/**
 * After releasing this many machines within a day before they were ready, a user may have one rental at a time, then
 * none, for a day (restriction.ts).
 */
export const UNUSED_TO_SLOW = 3
/** Keys of one account, and of one rental. */
export const MAX_KEYS = 20
/** TCP ports of one rental with an address. */
export const MAX_PUBLISHED_PORTS = 10
/** Offers that one user waits for. */
export const MAX_WAITS = 20
/** Machines of one user whose request waits. */
export const MAX_OFFERED = 5
/** Hours of remaining balance at which the user is notified, once each. */
export const WARNED_HOURS = [24, 6, 1] as const
/** The days that uptime and early ends are counted over. */
export const RELIABILITY_DAYS = 30

/**
 * One is lacking while its host reports other GPUs than are listed, or fewer; and unready while its host says that it can take
 * no rental.
 */
export const offerStates = ['free', 'rented', 'offline', 'paused', 'lacking', 'unready'] as const
export type OfferState = (typeof offerStates)[number]

/** Reasons of a host that can take no rental (contract/host.ts). */
export const troubles = ['engine', 'wiping', 'proving', 'failed'] as const
export type Trouble = (typeof troubles)[number]

/** Why the hours of a running rental stand still: its machine cannot reach it, or lacks GPUs that it is listed with. */
export const pauseCauses = ['unreachable', 'gpus'] as const
export type PauseCause = (typeof pauseCauses)[number]

/**
 * States of an offered machine: waiting for an operator, approved, refused, or withdrawn before its host reported. A
 * listed machine that is no longer offered is stopped, and may be resumed.
 */
export const machineStates = ['waiting', 'approved', 'stopped', 'refused', 'withdrawn'] as const
export type MachineState = (typeof machineStates)[number]

export const rentalStates = ['starting', 'running', 'stopping', 'ended', 'failed'] as const
export type RentalState = (typeof rentalStates)[number]
/** States in which a rental occupies its machine. */
export const liveStates = ['starting', 'running', 'stopping'] as const satisfies readonly RentalState[]

/**
 * Reasons of an image that cannot be started, for which its machine is not to blame: it does not exist or is not public, its
 * download is larger than the owner allows, it is for another processor, or it has no shell.
 */
export const imageProblems = ['imageUnknown', 'imageTooLarge', 'imagePlatform', 'imageUnusable'] as const
export type ImageProblem = (typeof imageProblems)[number]

/**
 * Reasons why a rental stops or has failed: its user, its term, the balance or an operator; the host went silent, could not
 * continue it, or did not start it in time; or its image cannot be started.
 */
export const endReasons = [
  'released', 'term', 'balance', 'operator', 'hostGone', 'hostFailed', 'startTimeout', ...imageProblems,
] as const // biome-ignore format: a list of words reads better in rows
export type EndReason = (typeof endReasons)[number]
/** Reasons caused by the host: they lower its reliability, and the running hour is free. */
export const hostFaultReasons = ['hostGone', 'hostFailed', 'startTimeout'] as const satisfies readonly EndReason[]

export const rentalEvents = [
  'rented', 'started', 'hour', 'extended', 'restarted', 'released', 'term', 'balance', 'operator', 'hostGone',
  'hostFailed', 'startTimeout', 'returned', 'ended', 'unavailable', 'gpusMissing',
  'available', ...imageProblems,
] as const // biome-ignore format: a list of words reads better in rows
export type RentalEvent = (typeof rentalEvents)[number]

export const offerSorts = ['price', 'gpuPrice', 'memory', 'reliability', 'newest'] as const
export type OfferSort = (typeof offerSorts)[number]

/** Images that a rental can start from. Without containers on the host, `plain` is the host's own system. */
export const images = {
  plain: { name: 'Debian', reference: 'docker.io/library/debian:12-slim' },
  ubuntu: { name: 'Ubuntu 24.04', reference: 'docker.io/library/ubuntu:24.04' },
  cuda: { name: 'CUDA 12.8', reference: 'docker.io/nvidia/cuda:12.8.1-devel-ubuntu24.04' },
  pytorch: { name: 'PyTorch 2.7', reference: 'docker.io/pytorch/pytorch:2.7.1-cuda12.8-cudnn9-devel' },
} as const
export type ImageName = keyof typeof images
export const imageNames = Object.keys(images) as ImageName[]

export interface RentalSchedule {
  /** When it began to run. */
  runningAt: number
  /** Hours that are charged. */
  charged: number
  /** Hours after which it ends by itself. */
  maxHours: number
}

/** When an hour begins; the first is 1. */
export const hourBegins = ({ runningAt }: Pick<RentalSchedule, 'runningAt'>, hour: number): number =>
  runningAt + (hour - 1) * HOUR_MS

/** The hours that have begun by now and are not charged, the first and the last of them; none where `last < first`. */
export function hoursDue(
  { runningAt, charged, maxHours }: RentalSchedule,
  now: number,
): { first: number; last: number } {
  const started = Math.max(0, Math.floor((now - runningAt) / HOUR_MS) + 1)
  return { first: charged + 1, last: Math.min(started, maxHours) }
}

/** True if it has run for its full term. */
export const isOver = (schedule: RentalSchedule, now: number): boolean =>
  schedule.charged >= schedule.maxHours && now >= hourBegins(schedule, schedule.maxHours + 1)

/** The first free hour of a rental whose host was last seen at this time: the hour in which it went silent. */
export function firstFreeHour({ runningAt }: Pick<RentalSchedule, 'runningAt'>, lastSeen: number): number {
  return Math.max(1, Math.floor((lastSeen - runningAt) / HOUR_MS) + 1)
}

/** Cost of the next hours of several rentals; rentals that end earlier cost less. */
export const costOfHours = (rentals: readonly { price: bigint; left: number }[], hours: number): bigint =>
  rentals.reduce((sum, { price, left }) => sum + price * BigInt(Math.max(0, Math.min(hours, left))), 0n)

/** The smallest of `WARNED_HOURS` for which a balance does not last; undefined where it lasts for all. */
export const warnedAt = (balance: bigint, rentals: readonly { price: bigint; left: number }[]): number | undefined =>
  WARNED_HOURS.filter((hours) => balance < costOfHours(rentals, hours)).at(-1)

/** Whole hours that a balance pays for at a price an hour. */
export const hoursOf = (balance: bigint, price: bigint): number =>
  price === 0n ? Number.MAX_SAFE_INTEGER : Number(balance / price)

export interface Facts {
  /** When the machine was first listed. */
  since: number
  /** Seconds for which it is known to have been there, of the last 30 days. */
  onlineSeconds: number
  /** Rentals that have ended in these days, and those of them that ended early because of the host. */
  ended: number
  failed: number
}

/**
 * Reliability in hundredths of a percent: uptime x the part of the rentals that did not end early. The first hour of a machine
 * says too little: undefined. One failure of few would weigh too much, so that two good ones are added (rule of succession).
 */
export function reliabilityOf({ since, onlineSeconds, ended, failed }: Facts, now: number): number | undefined {
  const uptime = uptimeOf({ since, onlineSeconds }, now)
  if (uptime === undefined) return undefined
  return Math.floor((uptime * (ended - failed + 2)) / (ended + 2))
}

/** Uptime of the last 30 days, or since the machine was listed, in hundredths of a percent. */
export function uptimeOf({ since, onlineSeconds }: Pick<Facts, 'since' | 'onlineSeconds'>, now: number) {
  const seconds = Math.floor((now - Math.max(since, now - RELIABILITY_DAYS * DAY_MS)) / 1000)
  return seconds < 3600 ? undefined : Math.min(10_000, Math.floor((onlineSeconds * 10_000) / seconds))
}

/** A host's share of its hours' price in smallest units, rounded down. */
export const shareOf = (amount: bigint, basisPoints: number): bigint => (amount * BigInt(basisPoints)) / 10_000n
