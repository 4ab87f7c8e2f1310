/**
 * The way to another site and back: a window of its own, whose page (/google-auth, /auth-success) tells the answer to all of
 * this site's pages of this browser, and closes; where windows are blocked, the same tab, which comes back to where it was.
 * What the other page says of who opened it does not matter: nothing is asked of the opened window.
 */
export interface Answer {
  state: string
  code: string
  /** Set where its user said no there. */
  error: string
}

const CHANNEL = 'auth'
/** Of this tab: what was begun here, and what came back. */
const BEGUN = 'asked-elsewhere'
const ANSWER = 'answer-of'
/** Whoever closes the window comes back to this one; the answer may be a moment behind. */
const GRACE_MS = 1500

interface Begun {
  state: string
  /** Where it began: a path of this site. */
  back: string
  site: string
}

/** Asks there. Undefined where its window was closed; never settles where the tab itself goes there. */
export async function askElsewhere(
  site: string,
  begin: () => Promise<{ url: string; state: string }>,
): Promise<Answer | undefined> {
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
  sessionStorage.setItem(BEGUN, JSON.stringify({ state, back, site } satisfies Begun))
  location.assign(url)
  return new Promise(() => undefined)
}

function answerTo(state: string): Promise<Answer | undefined> {
  return new Promise((resolve) => {
    const channel = new BroadcastChannel(CHANNEL)
    const settle = (answer?: Answer) => {
      channel.close()
      window.removeEventListener('focus', onFocus)
      resolve(answer)
    }
    const onFocus = () => setTimeout(settle, GRACE_MS)
    channel.onmessage = ({ data }: MessageEvent<Answer>) => data.state === state && settle(data)
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

/** What came back to this tab from a site, once. */
export function takeAnswer(site: string): Answer | undefined {
  return take(`${ANSWER}-${site}`) as Answer | undefined
}

/** On the page of answers: hands the address's answer to whoever asked. A foreign one, which nobody asked for, goes nowhere. */
export function deliverAnswer(): void {
  const query = new URLSearchParams(location.search)
  const part = (name: string) => query.get(name) ?? ''
  const answer: Answer = { state: part('state'), code: part('code'), error: part('error') }
  // No code stays in the history.
  history.replaceState(history.state, '', location.pathname)
  const begun = take(BEGUN) as Begun | undefined
  if (begun === undefined) {
    const channel = new BroadcastChannel(CHANNEL)
    channel.postMessage(answer)
    channel.close()
    window.close()
  } else if (begun.state === answer.state) {
    sessionStorage.setItem(`${ANSWER}-${begun.site}`, JSON.stringify(answer))
    location.replace(begun.back)
  }
}
