import { BedDouble, ChevronRight, MapPin, Package, Route } from 'lucide-react'
import { raceHome } from '#features/finder/contract.ts'
import { Card } from '#ui/layout/Card.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { useAsk } from '#ui/network/call.ts'
import { Link } from '#ui/router/Link.tsx'
import { path } from '#seam/web/paths.ts'
import { homeWords as words } from './home.words.ts'

/**
 * Links from an event to the pages about its course, its start, hotels and the race pack. A link is shown if the race
 * has that page.
 */
export const GettingThere = ({ raceid }: { raceid: number }) => {
  const t = useWords()
  const home = useAsk(raceHome, { raceid }, { quiet: true, staleTime: 60_000 }).data
  if (!home) return null
  const { race, events, course } = home
  const leadsTo = (page: string) => race.menu.some((entry) => entry.page?.split('?', 1)[0] === page)
  const hasStart = events.some(({ start }) => start !== null)
  const ways = [
    course ? ([path.route(), Route, words.to_route, words.to_route_text] as const) : undefined,
    hasStart ? ([path.start(), MapPin, words.to_start, words.to_start_text] as const) : undefined,
    leadsTo('/hotels') ? ([path.hotels(), BedDouble, words.to_hotels, words.to_hotels_text] as const) : undefined,
    leadsTo('/package') ? ([path.package(), Package, words.to_packs, words.to_packs_text] as const) : undefined,
  ].filter((way) => way !== undefined)
  if (ways.length === 0) return null
  return (
    <Card title={t(words.there)} flush>
      <ul className="divide-y divide-line md:grid md:grid-cols-2 md:divide-y-0">
        {ways.map(([href, Icon, title, description]) => (
          <li key={href}>
            <Link href={href} className="flex min-h-16 items-center gap-3 px-4 py-2 hover:bg-tint md:px-6">
              <Icon className="size-6 shrink-0 text-strong" aria-hidden />
              <span className="min-w-0 flex-1">
                <span className="block font-medium">{t(title)}</span>
                <span className="block text-14 text-soft">{t(description)}</span>
              </span>
              <ChevronRight className="size-5 shrink-0 text-soft" aria-hidden />
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  )
}
