import * as v from 'valibot'
import { machineStates, offerStates } from '../rules/gpu.ts'
import { MAX_IMAGE_GIB, templatePolicies } from '../rules/gpu-templates.ts'
import { Amount, TypedAmount } from './amounts.ts'
import { endpoint } from './endpoint.ts'
import { Count, Id, NoFields, UnixSeconds } from './fields.ts'
import { MissingGpus } from './gpu.ts'
import { HostTrouble } from './host.ts'
import { Label, label } from './labels.ts'

/** Machines that a user offers for rent: a request waits for an operator, then gets a token for the host program. */

const Price = v.pipe(TypedAmount, v.regex(/^\d{1,6}(?:\.\d{1,6})?$/), v.regex(/[1-9]/))

export const OwnMachine = v.object({
  id: Id,
  /** Name given by the owner; only the owner sees it. */
  name: v.string(),
  region: v.string(),
  networkMbps: Count,
  price: Amount,
  about: v.string(),
  state: v.picklist(machineStates),
  askedAt: UnixSeconds,
  decidedAt: v.nullable(UnixSeconds),
  /** Reason of the refusal. */
  reason: v.string(),
  /** Basis points of each hour's price paid to the owner; null until approved. */
  share: v.nullable(Count),
  /** Creation time of the token; null if there is none. */
  tokenAt: v.nullable(UnixSeconds),
  /** The listed machine, from its host's first report on. */
  machine: v.nullable(
    v.object({
      ...{ id: Id, model: v.string(), state: v.picklist(offerStates), lacking: v.nullable(MissingGpus) },
      /** Why its host can take no rental. */
      trouble: v.nullable(HostTrouble),
      /** True if its host runs rentals as plain processes: then only the owner finds and rents it. */
      isExposed: v.boolean(),
      /** Templates that renters may use, and the maximum download of their images in GiB. */
      templates: v.picklist(templatePolicies),
      maxImageGib: Count,
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
    /** USDT per hour, for the whole machine. */
    price: Price,
    about: label(300),
    /** Consent that the host program reads the machine's hardware and load. */
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

/** A token for the host program, returned only once. The previous token becomes invalid. */
export const machineToken = endpoint('/gpu/machine-token', {
  auth: true,
  request: one,
  reply: v.object({ token: v.string(), own: OwnMachine }),
  refuses: ['MACHINE_UNKNOWN', 'MACHINE_NOT_APPROVED'],
})

/** Withdraws a request, or stops offering the machine; running rentals continue to their end. */
export const stopMachine = endpoint('/gpu/machine-stop', {
  auth: true,
  request: one,
  reply: OwnMachine,
  refuses: ['MACHINE_UNKNOWN'],
})

/** Offers a machine again after its owner stopped it. */
export const resumeMachine = endpoint('/gpu/machine-resume', {
  auth: true,
  request: one,
  reply: OwnMachine,
  refuses: ['MACHINE_UNKNOWN', 'MACHINE_NOT_APPROVED'],
})

/** Sets the templates that renters may use on a machine. A running rental keeps its own. */
export const setMachineTemplates = endpoint('/gpu/machine-templates', {
  auth: true,
  request: v.object({
    id: Id,
    templates: v.picklist(templatePolicies),
    maxImageGib: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(MAX_IMAGE_GIB)),
  }),
  reply: OwnMachine,
  refuses: ['MACHINE_UNKNOWN', 'MACHINE_NOT_APPROVED'],
})
