import { useStore } from '@nanostores/react'
import { useEffect, useId, useState } from 'react'
import { chevronDown } from '#lib/illustration/icons.ts'
import { oneLine, plainLine } from '#lib/text/plain-line.ts'
import { localDateTime, utcDateTime } from '#lib/time/format.ts'
import { Icon } from '#ui/icon.tsx'
import { Markdown } from '#ui/late-markdown.tsx'
import { SteadyButton } from '#ui/steady-button.tsx'
import { openOutside, startHostLink } from './host.ts'
import { $failed, $shown, type Item, readEverything, readItem, showMessages } from './store.ts'
import { type DesktopProps, type T, textsIn } from './texts.ts'

/** The newest messages in a narrow panel; each expands in place. */
export function MessagePanel({ texts }: DesktopProps) {
  const t = textsIn(texts)
  const shown = useStore($shown)
  const failed = useStore($failed)
  useEffect(() => {
    void showMessages()
    return startHostLink('stand-message', () => void showMessages())
  }, [])
  return (
    <>
      <p role="status" className="text-sm text-muted empty:hidden">
        {failed && t(shown ? 'old' : 'failed')}
      </p>
      {failed && !shown && (
        <SteadyButton className="btn-line btn-sm mt-3" off={false} onClick={() => void showMessages()}>
          {t('again')}
        </SteadyButton>
      )}
      {shown && (
        <>
          {shown.isSignedIn ? <Head unread={shown.unread} t={t} /> : <SignIn t={t} />}
          {shown.items.length === 0 ? (
            <p className="panel mt-3 p-5 text-sm text-muted">{t('none')}</p>
          ) : (
            <ul className="panel rule mt-3 overflow-hidden">
              {shown.items.map((item) => (
                <Row key={item.id} item={item} isSignedIn={shown.isSignedIn} t={t} />
              ))}
            </ul>
          )}
          {shown.isSignedIn && (
            <a
              className="btn btn-ghost btn-sm mt-3 -ml-3"
              href="/messages"
              target="_blank"
              rel="noopener"
              onClick={(event) => openOutside(event, '/messages')}
            >
              {t('all')}
            </a>
          )}
        </>
      )}
    </>
  )
}

function Head({ unread, t }: { unread: number; t: T }) {
  const [failed, setFailed] = useState(false)
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 min-h-9">
      <p className="text-sm text-muted num" role="status">
        {failed ? t('notKept') : t('unread', { count: unread })}
      </p>
      <SteadyButton
        className="btn-ghost btn-sm -mr-3"
        off={unread === 0}
        onClick={() => void readEverything().then((saved) => setFailed(!saved))}
      >
        {t('markAll')}
      </SteadyButton>
    </div>
  )
}

const SignIn = ({ t }: { t: T }) => (
  <p className="text-sm text-muted">
    {t('visitor')}{' '}
    <a className="link" href="/login?redirect=/stand-message">
      {t('signIn')}
    </a>
  </p>
)

/** An announcement is neither marked nor pale for a visitor, whose reading the service does not know. */
const titleOf = (isRead: boolean, isSignedIn: boolean) =>
  isRead ? (isSignedIn ? 'text-muted' : 'font-medium') : 'font-semibold'

function Row({ item, isSignedIn, t }: { item: Item; isSignedIn: boolean; t: T }) {
  const id = useId()
  const [isOpen, setIsOpen] = useState(false)
  const open = () => {
    setIsOpen(!isOpen)
    if (!isOpen) void readItem(item)
  }
  return (
    <li className="p-4">
      <button
        type="button"
        className="w-full text-left cursor-pointer flex items-baseline gap-2"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={open}
      >
        {!item.isRead && <span className="mark bg-primary shrink-0" aria-hidden="true" />}
        <span className={`flex-1 min-w-0 break-words ${titleOf(item.isRead, isSignedIn)}`}>
          {!item.isRead && <span className="sr-only">{t('unreadMark')}: </span>}
          {item.title}
        </span>
        <Icon path={chevronDown} className={`self-center text-faint ${isOpen ? 'rotate-180' : ''}`} />
      </button>
      {isOpen || <p className="mt-1 text-sm text-muted line-clamp-2 break-words">{plain(item)}</p>}
      <div id={id} hidden={!isOpen}>
        {isOpen && <Whole item={item} t={t} />}
      </div>
      <p className="mt-1.5 text-xs text-faint num" translate="no">
        {utcDateTime(item.time)}
      </p>
    </li>
  )
}

const plain = ({ isMarkdown, content }: Item): string => (isMarkdown ? plainLine(content) : oneLine(content))

function Whole({ item, t }: { item: Item; t: T }) {
  const { href } = item
  return (
    <div className="mt-2 text-sm text-muted">
      {item.isMarkdown ? (
        <Markdown text={item.content} />
      ) : (
        <p className="whitespace-pre-line break-words">{item.content}</p>
      )}
      <p className="mt-2 text-xs text-faint">{t('yourTime', { time: localDateTime(item.time) })}</p>
      {href && (
        <a
          className="btn btn-line btn-sm mt-3"
          href={href}
          target="_blank"
          rel="noopener"
          onClick={(event) => openOutside(event, href)}
        >
          {t('details')}
        </a>
      )}
    </div>
  )
}
