import * as v from 'valibot'

export const Base64Url = v.pipe(v.string(), v.regex(/^[\w-]{1,8000}$/))

/** A browser's passkey response, in the JSON of WebAuthn Level 3. */
export const credentialWith = <Response extends v.ObjectEntries>(response: Response) =>
  v.object({ id: Base64Url, rawId: Base64Url, type: v.literal('public-key'), response: v.object(response) })

/** Options for `navigator.credentials`, in WebAuthn's JSON. */
export const Options = v.object({ options: v.record(v.string(), v.unknown()) })
