import { waitForForeignPopup } from '#lib/oauth/popup.ts'

/**
 * The part of Google's script that is used: https://developers.google.com/identity/oauth2/web/reference/js-reference
 */
interface Oauth {
  initTokenClient(config: {
    client_id: string
    scope: string
    callback(answer: { access_token?: string; error?: string }): void
    error_callback(error: { type: string }): void
  }): { requestAccessToken(): void }
}

interface ScriptSettings {
  clientId: string
  script: string
}

type Answer = { accessToken: string } | 'blocked' | undefined

const SCOPES = 'openid email profile'

const loaded = (): Oauth | undefined =>
  (window as { google?: { accounts?: { oauth2?: Oauth } } }).google?.accounts?.oauth2

/** Undefined if loading fails; the next press retries. */
async function loadScript(src: string): Promise<Oauth | undefined> {
  if (loaded()) return loaded()
  const script = Object.assign(document.createElement('script'), { src })
  await new Promise<unknown>((resolve) => {
    script.onload = resolve
    script.onerror = resolve
    document.head.append(script)
  })
  script.remove()
  return loaded()
}

/**
 * Requests a token by Google's script, which opens the popup itself. Undefined if the user declined, closed it, or
 * cancelled here.
 */
export async function requestToken({ clientId, script }: ScriptSettings): Promise<Answer | 'no-script'> {
  const oauth = await loadScript(script)
  if (!oauth) return 'no-script'
  const response = new Promise<Answer>((resolve) =>
    oauth
      .initTokenClient({
        client_id: clientId,
        scope: SCOPES,
        callback: ({ access_token: accessToken }) => resolve(accessToken ? { accessToken } : undefined),
        error_callback: ({ type }) => resolve(type === 'popup_failed_to_open' ? 'blocked' : undefined),
      })
      .requestAccessToken(),
  )
  return waitForForeignPopup('google', response)
}
