import { sql } from 'kysely'
import { INVITATION_SHARE_PERCENT } from '#lib/rules/points.ts'
import { ofPlatform } from '#service/money/ledger/accounts.ts'
import { movedInto } from '#service/money/ledger/moved-amounts.ts'
import { type Check, queryCheck } from '#service/platform/db/check.ts'

/** Invariants between invitations, their rewards and the ledger (V21). */
export const invitationChecks: readonly Check[] = [
  queryCheck(
    'V21',
    'each account has one referrer, who is older and not referred by it',
    () => sql`
      select format('%s was brought by %s: %s', u.id, u.inviter_id, case
        when i.id is null or i.inviter_id <> u.inviter_id then 'the invitation says another'
        else 'who is not older' end)
      from users as u join users as inviter on inviter.id = u.inviter_id
      left join invitations as i on i.invitee_id = u.id
      where i.id is null or i.inviter_id <> u.inviter_id or inviter.created_at > u.created_at
      union all
      select format('%s has an invitation and no referrer', invitee_id)
      from invitations join users on users.id = invitee_id where users.inviter_id is null
      union all
      select format('%s is in a ring', id) from (
        with recursive above as (
          select id, inviter_id, 1 as depth from users where inviter_id is not null
          union all
          select above.id, users.inviter_id, depth + 1 from above join users on users.id = above.inviter_id
          where users.inviter_id is not null and users.inviter_id <> above.id and depth < 64
        )
        select distinct above.id from above join users on users.id = above.inviter_id
        where users.inviter_id = above.id
      ) as rings`,
  ),
  queryCheck(
    'V21a',
    'each invitation is paid once, when it was earned, and to its inviter',
    () => sql`
      select format('invitation of %s: %s, the history says %s', coalesce(i.invitee_id, p.invitee_id),
        case when i.id is null then 'none is paid' else 'paid ' || i.reward end, coalesce(p.amount, 0))
      from (select * from invitations where paid_at is not null) as i
      full join (
        select split_part(operation, '/', 2) as invitee_id, min(user_id) as user_id, sum(amount) as amount, count(*) as rows
        from points where source = 'referral' and amount > 0 group by 1
      ) as p using (invitee_id)
      where i.id is null or p.amount is distinct from i.reward or p.rows <> 1 or p.user_id <> i.inviter_id`,
  ),
  queryCheck(
    'V21b',
    'each share is a part of the invitee’s mined points, and paid exactly',
    () => sql`
      select format('share of %s on %s: of %s points, mined %s', invitee_id, day, base, coalesce(mined, 0))
      from (select invitee_id, day, sum(base) as base from invitation_shares group by 1, 2) as s
      left join (
        select user_id as invitee_id, day, sum(amount) as mined from points where source = 'mining' group by 1, 2
      ) as m using (invitee_id, day)
      where base > coalesce(mined, 0)
      union all
      select format('share of %s on %s is cut wrongly', invitee_id, day) from invitation_shares
      where base * ${INVITATION_SHARE_PERCENT} <> points * 100 + hundredths
      union all
      select format('share of %s on %s: %s, the history says %s', s.invitee_id, s.day, s.points, coalesce(p.amount, 0))
      from invitation_shares as s
      full join (select * from points where source = 'referral-share' and amount > 0) as p
        on p.operation = format('invitation-share/%s/%s', s.day, s.invitee_id)
          || case s.part when 0 then '' else '/' || s.part end
      where (case when s.paid_at is null then 0 else s.points end) is distinct from coalesce(p.amount, 0)
        or p.user_id <> s.inviter_id`,
  ),
  queryCheck(
    'V21c',
    'the residue holds what rounding cut off paid shares, to the hundredth',
    () => sql`
      select format('cut off %s hundredths, kept %s, booked %s points', cut, total, booked)
      from (select coalesce(sum(hundredths), 0) as cut from invitation_shares where paid_at is not null) as shares,
        invitation_residue,
        (select ${movedInto(ofPlatform('POINTS', 'residue'), ['points-residue'])} as booked) as account
      where cut <> total or div(total, 100) <> booked`,
  ),
  queryCheck(
    'V21d',
    'held and refused invitations are not paid, and reversed ones are taken back exactly',
    () => sql`
      select format('invitation %s is %s and paid', id, review) from invitations
      where review in ('held', 'refused') and paid_at is not null
      union all
      select format('invitation %s was taken back: %s paid, %s back', id, paid, back)
      from (
        select i.id, case when paid_at is null then 0 else reward end + coalesce((
          select sum(s.points) from invitation_shares as s where s.invitee_id = i.invitee_id and s.paid_at is not null
        ), 0) as paid, coalesce((
          select -sum(p.amount) from points as p where p.operation in (
            'invitation/' || i.invitee_id || '/back/referral', 'invitation/' || i.invitee_id || '/back/referral-share')
        ), 0) as back
        from invitations as i where review = 'reversed'
      ) as taken
      where paid <> back`,
  ),
]
