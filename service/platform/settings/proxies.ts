import * as v from 'valibot'
import { isNetwork, type TrustedProxies } from '../http/client-address.ts'

const namesIn = (text: string): string[] => text.split(',').map((name) => name.trim())

/** A number of proxies in a row, or their networks with commas between. */
export const proxies = () =>
  v.pipe(
    v.string(),
    v.check(
      (text) => /^\d$/.test(text) || namesIn(text).every(isNetwork),
      'must be the number of proxies before this node, such as 1, or their networks, such as 10.0.0.0/8, fd00::/8',
    ),
    v.transform((text): TrustedProxies => (/^\d$/.test(text) ? Number(text) : namesIn(text))),
  )
