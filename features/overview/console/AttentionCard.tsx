import { ChevronRight, CircleCheck, TriangleAlert } from 'lucide-react'
import { path } from '#seam/console/paths.ts'
import { countText } from '#ui/language/clock.ts'
import { useWords } from '#ui/language/lang.tsx'
import { Link } from '#ui/router/Link.tsx'
import type { Overview } from '../contract.ts'
import { listBehind } from '../lists.rules.ts'
import { words } from '../words.ts'

/**
 * The work that waits for staff. Each line leads to its page, and a reader sees only lines that the reader's rights
 * allow.
 */
export const AttentionCard = ({ raceid, overview }: { raceid: number; overview: Overview }) => {
  const t = useWords()
  const { entries, money, handins, stays, webhooks, protests, exports: files, photo_reports, packs, control } = overview
  const review = entries?.events.reduce((sum, { to_review }) => sum + to_review, 0) ?? 0
  const lines = [
    ['sos', control?.sos, path.control({ raceid })],
    ['alarms', control?.alarms, path.control({ raceid })],
    ['refunds_failed', money?.refunds_failed, path.refunds({ raceid, state: 'failed' })],
    ['approvals', overview.approvals, path.bulk({ raceid })],
    ['follow_ups', overview.follow_ups, path.followups({ raceid })],
    ['to_review', review, path.registrations({ raceid, ...listBehind.to_review })],
    ['handins', handins, path.handins({ raceid })],
    ['stays', stays, path.hotelBookings({ raceid })],
    ['webhooks', webhooks, path.integrations({ raceid })],
    ['protests', protests, path.protests({ raceid })],
    ['clubs', overview.clubs, path.clubs({ raceid, show: 'follow' })],
    ['names', overview.names, path.realnames({ raceid })],
    ['substitutes', overview.substitutes, path.substitutes({ raceid })],
    ['pack_clashes', packs?.clashes, path.desks({ raceid, tab: 'clashes' })],
    ['gate_clashes', overview.gate_clashes, path.tickets({ raceid, tab: 'clashes' })],
    ['proofs', overview.proofs, path.challenges({ raceid })],
    ['feed', overview.feed, path.feed({ raceid })],
    ['shop_returns', overview.shop?.returns, path.shop({ raceid, tab: 'returns' })],
    ['shop_orders', overview.shop?.orders, path.shop({ raceid, tab: 'orders' })],
    ['prizes', overview.prizes, path.luckydraws({ raceid })],
    ['deposits_out', overview.deposits_out, path.deposits({ raceid })],
    ['packs_left', packs?.left, path.desks({ raceid })],
    ['exports', files, path.exports({ raceid })],
    ['photo_reports', photo_reports, path.photos({ raceid })],
    ['invoices', money?.invoices, path.invoices({ raceid, state: 'asked' })],
  ] as const
  const due = lines.filter(([, count]) => (count ?? 0) > 0)
  return (
    <section aria-label={t(words.attention)} className="rounded bg-surface shadow-card">
      {due.length === 0 ? (
        <p className="flex items-center gap-2 px-4 py-3 text-14 text-soft">
          <CircleCheck className="size-5 text-success-solid" aria-hidden />
          {t(words.attention_none)}
        </p>
      ) : (
        <>
          <h2 className="flex items-center gap-2 px-4 pb-1 pt-3 text-14 font-medium">
            <TriangleAlert className="size-5 text-warning-solid" aria-hidden />
            {t(words.attention)}
          </h2>
          <ul className="pb-1">
            {due.map(([what, count, href]) => (
              <li key={what}>
                <Link href={href} className="flex min-h-11 items-center gap-3 px-4 text-14 hover:bg-sunk md:min-h-9">
                  <span className="figures min-w-10 text-right font-bold">{countText(count ?? 0)}</span>
                  <span className="flex-1">{t(words[what], { n: count ?? 0 })}</span>
                  <ChevronRight className="size-4 text-soft" aria-hidden />
                </Link>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  )
}
