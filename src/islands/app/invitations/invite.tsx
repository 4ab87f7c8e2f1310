import * as icons from '#lib/illustration/icons.ts'
import { qrCode, qrPath } from '#lib/illustration/qr.ts'
import { VALID_DEVICE_SECONDS } from '#lib/rules/ambassadors.ts'
import { INVITATION_POINTS, INVITATION_SHARE_PERCENT } from '#lib/rules/points.ts'
import { formatCount } from '#lib/text/decimal.ts'
import { CopyButton } from '#ui/copy-button.tsx'
import { Icon } from '#ui/icon.tsx'
import { LinesSkeleton } from '#ui/skeleton.tsx'
import { toast } from '#ui/toast.ts'
import { Loaded } from '../core/calls/load-state.tsx'
import { useT } from '../core/texts/i18n.ts'
import { $share } from './store.ts'
import { m } from './texts.ts'

interface Shared {
  inviteCode: string
  link: string
  title: string
  text: string
}

/** The code, the link that carries it, its QR code, and ways to hand them on. */
export function Invite() {
  const points = formatCount(INVITATION_POINTS)
  return (
    <section className="panel xl:col-span-7 p-5 lg:p-6" aria-labelledby="invite">
      <h2 id="invite" className="headline text-2xl!">
        {m('invite.title', { points })}
      </h2>
      <p className="mt-2 text-muted">
        {m('invite.text', {
          points,
          hours: VALID_DEVICE_SECONDS / 3600,
          percent: `${INVITATION_SHARE_PERCENT}%`,
        })}
      </p>
      <div className="mt-6 min-h-44">
        <Loaded store={$share} skeleton={<LinesSkeleton lines={6} />} flush>
          {(share) => <ShareMethods share={share} />}
        </Loaded>
      </div>
    </section>
  )
}

function ShareMethods({ share }: { share: Shared }) {
  const t = useT()
  const copying = { copiedLabel: t('copied'), failedText: t('copyFailed') }
  return (
    <div className="flex flex-col sm:flex-row gap-6">
      <div className="flex-1 min-w-0 grid grid-cols-[minmax(0,1fr)] gap-3 content-start">
        <div>
          <p className="text-xs text-muted mb-1.5">{m('invite.code')}</p>
          <div className="well flex items-center h-12 pl-4 pr-1.5">
            <span className="figure text-xl flex-1 min-w-0" translate="no">
              {share.inviteCode}
            </span>
            <CopyButton text={share.inviteCode} label={m('invite.copy')} {...copying} wide />
          </div>
        </div>
        <div>
          <p className="text-xs text-muted mb-1.5">{m('invite.link')}</p>
          <div className="well flex items-center min-h-12 py-1.5 pl-4 pr-1.5 gap-2">
            <span className="code text-sm min-w-0 flex-1 text-muted wrap-anywhere">
              {/* Broken between parts of the address, not in a word. */}
              {share.link.split(/(?=\/\w|\?)|^https?:\/\//).flatMap((part) => [<wbr key={part} />, part])}
            </span>
            {/* The main action is the system's share sheet where there is one. */}
            <CopyButton text={share.link} label={m('invite.copy')} {...copying} wide={!canShare()} isMain />
          </div>
        </div>
        <ShareButton share={share} />
      </div>
      <Code share={share} />
    </div>
  )
}

const canShare = () => typeof navigator.share === 'function'

/** The system's share sheet if available; otherwise the link is copied by its button. */
function ShareButton({ share: { link, title, text } }: { share: Shared }) {
  if (!canShare()) return null
  return (
    <button
      type="button"
      className="btn btn-primary max-sm:w-full justify-self-start"
      // Closing the sheet is a cancellation, not a failure.
      onClick={() => void navigator.share({ url: link, title, text }).catch(() => undefined)}
    >
      <Icon path={icons.share} className="size-4" />
      {m('invite.share')}
    </button>
  )
}

function Code({ share }: { share: Shared }) {
  const code = qrCode(share.link)
  const save = () =>
    import('./picture.ts')
      .then(({ savePicture }) => savePicture(share))
      .catch(() => toast('error', m('invite.pictureFailed')))
  return (
    <div className="grid justify-items-center content-start gap-2">
      <svg
        className="size-38 rounded-box border border-line bg-white p-2 text-black"
        viewBox={`0 0 ${code.length} ${code.length}`}
        role="img"
        aria-label={m('invite.qr')}
        shapeRendering="crispEdges"
      >
        <path fill="currentColor" d={qrPath(code)} />
      </svg>
      <button type="button" className="btn btn-ghost btn-sm text-muted" onClick={() => void save()}>
        <Icon path={icons.download} className="size-4" />
        {m('invite.savePicture')}
      </button>
    </div>
  )
}
