import * as v from 'valibot'
import { endpoint } from './endpoint.ts'
import { Id } from './fields.ts'

/** A look inside a running rental: a terminal, or the log of its start script, over a WebSocket (SPEC-9.98). */

/** Below the base of the calls. */
export const TERMINAL_PATH = '/gpu-terminal'

export const terminalKinds = ['shell', 'log'] as const

/** A ticket for one WebSocket, valid for 30 seconds and once. */
export const terminalTicket = endpoint('/gpu/terminal-ticket', {
  auth: true,
  request: v.object({ rentalId: Id, kind: v.picklist(terminalKinds) }),
  reply: v.object({ ticket: v.string() }),
  refuses: [
    'RENTAL_UNKNOWN',
    'RENTAL_OVER',
    'LOG_UNAVAILABLE',
    /** With `most`. */
    'TOO_MANY_TERMINALS',
  ],
})

const Side = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(1000))
const Size = { rows: Side, columns: Side }
/** The first message of a page. It is not in the address, which logs keep. */
export const TerminalHello = v.object({ ticket: v.pipe(v.string(), v.maxLength(100)), ...Size })
/** Text messages of a page after that; binary ones are what is typed. */
export const TerminalResize = v.object(Size)

/** Codes by which the service closes a WebSocket of a terminal. */
export const terminalCloses = {
  /** The program has ended by itself. */
  ended: 4000,
  /** The ticket is used, old or invalid. */
  ticket: 4001,
  /** The rental does not run any more. */
  over: 4002,
  /** The machine does not let the service in. */
  unreachable: 4003,
  /** There is no log to have. */
  none: 4004,
} as const
