import { Navigation } from 'lucide-react'
import { ButtonLink } from '../form/Button.tsx'
import { useWords } from '../language/lang.tsx'
import type { MapPlace } from './ground.ts'
import { mapWords as words } from './map.words.ts'
import { navigationTo, navigators } from './navigation.ts'

/** Links to a place, one for each map service. Each link opens the service's app if the phone has it. */
export const NavigationLinks = ({ place, name }: { place: MapPlace; name: string }) => {
  const t = useWords()
  const to = navigationTo(place, name)
  return (
    <ul aria-label={t(words.navigate_to, { name })} className="flex flex-wrap gap-2">
      {navigators.map((service) => (
        <li key={service} className="max-w-full">
          <ButtonLink
            look="plain"
            className="px-3! [overflow-wrap:break-word]"
            href={to[service]}
            target="_blank"
            rel="noreferrer"
            icon={<Navigation className="size-4" aria-hidden />}
          >
            {t(words[service])}
          </ButtonLink>
        </li>
      ))}
    </ul>
  )
}
