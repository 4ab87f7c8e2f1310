import type { Invitation, RewardState } from '#lib/contract/invitations.ts'
import { VALID_DEVICE_SECONDS } from '#lib/rules/ambassadors.ts'
import { MAX_PAID_A_DAY } from '#lib/rules/invitations.ts'
import { INVITATION_POINTS } from '#lib/rules/points.ts'
import { formatCount } from '#lib/text/decimal.ts'
import { utcDate } from '#lib/time/format.ts'
import { Status } from '#ui/status.tsx'
import { UnbrokenDates } from '#ui/unbroken-dates.tsx'
import { RewardStatus } from './referral-rewards.tsx'
import { RemindButton } from './remind.tsx'
import { $openInvitation } from './store.ts'
import { m } from './texts.ts'

const HOURS = VALID_DEVICE_SECONDS / 3600

/** One invitee: state, steps so far, the next condition, and rewards. */
export function InvitationRow({ invitation: one }: { invitation: Invitation }) {
  const linked = one.state === 'success'
  const reward = one.reward.state
  const days = [
    ['registered', utcDate(one.registeredAt)],
    ['linked', one.linkedAt && utcDate(one.linkedAt)],
    ['revenue', one.lastRevenueDay],
  ] as const
  return (
    // On wide screens beside each other: who, how far, and for how many points.
    <li className="px-5 lg:px-6 py-4 grid grid-cols-[minmax(0,1fr)] lg:grid-cols-12 gap-x-4 gap-y-2 text-sm items-start">
      <div className="lg:col-span-4 grid gap-1.5">
        <span className="font-medium break-words">{one.account}</span>
        <span className="text-muted num flex flex-wrap items-center gap-x-4 gap-y-1.5">
          {linked && isDisputable(reward) ? (
            <RewardStatus state={reward} />
          ) : (
            <Status tone={linked ? 'success' : 'muted'} mark={linked ? 'on' : 'off'}>
              {m(`list.${one.state}`)}
            </Status>
          )}
          {/* The steps say what has not happened yet. */}
          {days.map(
            ([name, day]) =>
              day && (
                <span key={name}>
                  {m(`list.${name}`)} {day}
                </span>
              ),
          )}
        </span>
      </div>
      <Steps one={one} />
      <div className="lg:col-span-3 flex flex-wrap items-center justify-between lg:justify-end gap-3">
        <span className={`font-semibold ${one.points ? 'text-accent' : 'text-faint'}`}>
          {m('list.points', { points: formatCount(one.points) })}
        </span>
        <span className="flex justify-end gap-2 lg:min-w-28">
          <RemindButton invitation={one} />
          {/* Refused and reversed rewards are shown there too. */}
          {(one.points > 0 || isDisputable(reward)) && (
            <button
              type="button"
              className="btn btn-line btn-sm"
              onClick={() => $openInvitation.set({ id: one.id, page: 1 })}
            >
              {m('list.details')}
            </button>
          )}
        </span>
      </div>
    </li>
  )
}

/** A reward that the inviter waits for in vain or may lose: the invitation is no plain success. */
const isDisputable = (state: RewardState) => state === 'review' || state === 'refused' || state === 'reversed'

/** The four steps as marks with labels, then the missing condition, and the state of the points. */
function Steps({ one }: { one: Invitation }) {
  const { validDay, earnedDay, bestDaySeconds, missing } = one.checklist
  const steps = [
    ['registered', true],
    ['device', one.linkedAt !== null],
    ['hours', validDay !== null],
    ['revenue', earnedDay !== null],
  ] as const
  return (
    <div className="lg:col-span-5 grid gap-1.5">
      <ol className="flex flex-wrap gap-x-4 gap-y-1.5" aria-label={m('steps.label', { account: one.account })}>
        {steps.map(([name, done]) => (
          <li key={name}>
            <Status plain tone={done ? 'success' : 'muted'} mark={done ? 'on' : 'off'}>
              {m(`steps.${name}`, { hours: HOURS })}
            </Status>
          </li>
        ))}
      </ol>
      {missing !== null && (
        <p className="text-muted">
          {m(`steps.missing.${missing}`, { hours: HOURS, best: `${Math.floor(bestDaySeconds / 360) / 10} h` })}
        </p>
      )}
      <Reward one={one} />
    </div>
  )
}

function Reward({ one: { reward, checklist, heldPoints } }: { one: Invitation }) {
  const isHeld = reward.state === 'review'
  const points = formatCount(isHeld ? heldPoints : INVITATION_POINTS)
  return (
    <div className={isHeld ? 'text-warning-text' : 'text-faint'}>
      <p>
        <UnbrokenDates text={m(`reward.${reward.state}`, { points, day: checklist.earnedDay ?? '' })} />
      </p>
      {reward.signs.map((sign) => (
        <p key={sign}>{m(`signs.${sign}`, { most: MAX_PAID_A_DAY })}</p>
      ))}
      {isDisputable(reward.state) && (
        <a className="link" href="/messages">
          {m('object')}
        </a>
      )}
    </div>
  )
}
