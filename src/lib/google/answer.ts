/**
 * The way to Google and back: a window of its own, whose page (/google-auth) tells the answer to all of this site's pages of
 * this browser, and closes; where windows are blocked, the same tab, which comes back to where it was. What Google's page says
 * of who opened it does not matter: nothing is asked of the opened window.
 */
export interface GoogleAnswer {
  state: string
  code: string
  /** Set where Google's user said no. */
  error: string
}

const CHANNEL = 'google-auth'
/** Of this tab: what was begun here, and what came back. */
const BEGUN = 'google-begun'
const ANSWER = 'google-answer'
/** Whoever closes the window comes back to this one; the answer may be a moment behind. */
const GRACE_MS = 1500

interface Begun {
  state: string
  /** Where it began: a path of this site. */
  back: string
}

/** Asks Google. Undefined where its window was closed; never settles where the tab itself goes there. */
export async function askGoogle(
  begin: () => Promise<{ url: string; state: string }>,
): Promise<GoogleAnswer | undefined> {
  // Before anything is awaited: browsers open windows for a press alone.
  const opened = window.open('', CHANNEL, 'popup,width=480,height=640')
  const { url, state } = await begin().catch((error: unknown) => {
    opened?.close()
    throw error
  })
  if (opened) {
    opened.location.replace(url)
    return answerTo(state)
  }
  const back = location.pathname + location.search
  sessionStorage.setItem(BEGUN, JSON.stringify({ state, back } satisfies Begun))
  location.assign(url)
  return new Promise(() => undefined)
}

function answerTo(state: string): Promise<GoogleAnswer | undefined> {
  return new Promise((resolve) => {
    const channel = new BroadcastChannel(CHANNEL)
    const settle = (answer?: GoogleAnswer) => {
      channel.close()
      window.removeEventListener('focus', onFocus)
      resolve(answer)
    }
    const onFocus = () => setTimeout(settle, GRACE_MS)
    channel.onmessage = ({ data }: MessageEvent<GoogleAnswer>) => data.state === state && settle(data)
    window.addEventListener('focus', onFocus)
  })
}

const take = (key: string): unknown => {
  try {
    const text = sessionStorage.getItem(key)
    sessionStorage.removeItem(key)
    return text === null ? undefined : JSON.parse(text)
  } catch {
    return undefined
  }
}

/** What came back to this tab, once. */
export const takeGoogleAnswer = (): GoogleAnswer | undefined => take(ANSWER) as GoogleAnswer | undefined

/** On /google-auth: hands the address's answer to whoever asked. A foreign one, which nobody asked for, goes nowhere. */
export function deliverGoogleAnswer(): void {
  const query = new URLSearchParams(location.search)
  const part = (name: string) => query.get(name) ?? ''
  const answer: GoogleAnswer = { state: part('state'), code: part('code'), error: part('error') }
  // No code stays in the history.
  history.replaceState(history.state, '', location.pathname)
  const begun = take(BEGUN) as Begun | undefined
  if (begun === undefined) {
    const channel = new BroadcastChannel(CHANNEL)
    channel.postMessage(answer)
    channel.close()
    window.close()
  } else if (begun.state === answer.state) {
    sessionStorage.setItem(ANSWER, JSON.stringify(answer))
    location.replace(begun.back)
  }
}
