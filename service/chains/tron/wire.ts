/**
 * The wire format of Protocol Buffers, as far as Tron's transactions need it: integers (wire type 0) and bytes (wire type 2).
 * Source: https://protobuf.dev/programming-guides/encoding/. Fields with the default value are left out, as proto3 demands, since
 * the id of a transaction is the hash of these bytes.
 */

const MORE = 128n

function* varint(value: bigint): Generator<number> {
  for (let rest = value; ; rest /= MORE) {
    if (rest < MORE) return yield Number(rest)
    yield Number((rest % MORE) + MORE)
  }
}

const tag = (field: number, type: number) => varint(BigInt((field << 3) | type))

/** An integer that is not negative. */
export function intField(field: number, value: bigint | number): number[] {
  const whole = BigInt(value)
  if (whole < 0n) throw new RangeError(`field ${field} is negative`)
  return whole === 0n ? [] : [...tag(field, 0), ...varint(whole)]
}

/** Bytes, a text, or a message within the message. */
export const bytesField = (field: number, bytes: ArrayLike<number>): number[] =>
  bytes.length === 0 ? [] : [...tag(field, 2), ...varint(BigInt(bytes.length)), ...Array.from(bytes)]

export interface Fields {
  /** The bytes of a field; empty where it is left out. */
  bytes(field: number): Uint8Array
  int(field: number): bigint
}

/** Reads a message. Throws a RangeError where it is cut off or holds another wire type. */
export function readFields(message: Uint8Array): Fields {
  const found = new Map<number, bigint | Uint8Array>()
  let at = 0
  const next = (): bigint => {
    for (let [value, shift] = [0n, 0n]; ; shift += 7n) {
      const byte = message[at++]
      if (byte === undefined || shift > 63n) throw new RangeError('the message is cut off')
      value |= BigInt(byte & 127) << shift
      if (byte < 128) return value
    }
  }
  while (at < message.length) {
    const [field, type] = ((key: number) => [key >> 3, key & 7] as const)(Number(next()))
    const value = next()
    if (type !== 0 && type !== 2) throw new RangeError(`field ${field} has wire type ${type}`)
    if (type === 2 && Number(value) > message.length - at) throw new RangeError('the message is cut off')
    found.set(field, type === 0 ? value : message.subarray(at, at + Number(value)))
    if (type === 2) at += Number(value)
  }
  const of = (field: number) => found.get(field)
  return {
    bytes: (field) => ((value) => (value instanceof Uint8Array ? value : new Uint8Array()))(of(field)),
    int: (field) => ((value) => (typeof value === 'bigint' ? value : 0n))(of(field)),
  }
}
