import * as v from 'valibot'
import { machineStates, offerStates } from '../rules/gpu.ts'
import { Amount, TypedAmount } from './amounts.ts'
import { endpoint } from './endpoint.ts'
import { Count, Id, NoFields, UnixSeconds } from './fields.ts'
import { MissingGpus } from './gpu.ts'
import { Label, label } from './labels.ts'

/** Machines that a user offers for rent: a request that waits for an operator, then a token for the host's program. */

const Price = v.pipe(TypedAmount, v.regex(/^\d{1,6}(?:\.\d{1,6})?$/), v.regex(/[1-9]/))

export const OwnMachine = v.object({
  id: Id,
  /** What its owner calls it; nobody else sees it. */
  name: v.string(),
  region: v.string(),
  networkMbps: Count,
  price: Amount,
  about: v.string(),
  state: v.picklist(machineStates),
  askedAt: UnixSeconds,
  decidedAt: v.nullable(UnixSeconds),
  /** Why it was refused. */
  reason: v.string(),
  /** Basis points of each hour that go to its owner; null until it is approved. */
  share: v.nullable(Count),
  /** When its token was made; null where there is none. */
  tokenAt: v.nullable(UnixSeconds),
  /** The machine in the list, from its host's first report on. */
  machine: v.nullable(
    v.object({
      ...{ id: Id, model: v.string(), state: v.picklist(offerStates), lacking: v.nullable(MissingGpus) },
      /** Whether its host makes rentals as processes of its system: then only its owner finds and rents it. */
      isExposed: v.boolean(),
    }),
  ),
})
export type OwnMachine = v.InferOutput<typeof OwnMachine>

export const offerMachine = endpoint('/gpu/machine-offer', {
  auth: true,
  request: v.object({
    name: Label,
    region: label(40),
    networkMbps: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(1_000_000)),
    /** USDT an hour, of the whole machine. */
    price: Price,
    about: label(300),
    /** That the host's program reads what the machine has, and how busy it is. */
    consent: v.literal(true),
  }),
  reply: OwnMachine,
  refuses: [
    /** With `most`. */
    'TOO_MANY_OFFERED',
  ],
})

export const ownMachines = endpoint('/gpu/machines', {
  auth: true,
  request: NoFields,
  reply: v.object({ list: v.array(OwnMachine), serverTime: UnixSeconds }),
})

const one = v.object({ id: Id })

/** A token for the host's program, told this once. The one before it is worth nothing any more. */
export const machineToken = endpoint('/gpu/machine-token', {
  auth: true,
  request: one,
  reply: v.object({ token: v.string(), own: OwnMachine }),
  refuses: ['MACHINE_UNKNOWN', 'MACHINE_NOT_APPROVED'],
})

/** Takes a request back, or offers the machine no more; what is rented goes on to its end. */
export const stopMachine = endpoint('/gpu/machine-stop', {
  auth: true,
  request: one,
  reply: OwnMachine,
  refuses: ['MACHINE_UNKNOWN'],
})

/** Offers a machine again that its owner had stopped. */
export const resumeMachine = endpoint('/gpu/machine-resume', {
  auth: true,
  request: one,
  reply: OwnMachine,
  refuses: ['MACHINE_UNKNOWN', 'MACHINE_NOT_APPROVED'],
})
