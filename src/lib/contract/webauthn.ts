import * as v from 'valibot'

export const Base64Url = v.pipe(v.string(), v.regex(/^[\w-]{1,8000}$/))

/** What a browser makes of a passkey, as WebAuthn Level 3 writes it in JSON. */
export const credentialWith = <Response extends v.ObjectEntries>(response: Response) =>
  v.object({ id: Base64Url, rawId: Base64Url, type: v.literal('public-key'), response: v.object(response) })

/** For `navigator.credentials`, in WebAuthn's own JSON. */
export const Options = v.object({ options: v.record(v.string(), v.unknown()) })
