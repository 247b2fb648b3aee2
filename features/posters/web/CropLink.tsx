import { ImageUp, Sparkles } from 'lucide-react'
import { photoPlace } from '#features/certificates/template/composed.rules.ts'
import { goesToCrop } from '#features/certificates/template/marks.rules.ts'
import type { Certificate } from '#features/certificates/contract.ts'
import { useHallLink } from '#seam/web/hallClient.ts'
import type { RaceSettings } from '#features/races/contract.ts'
import { ButtonLink } from '#ui/form/Button.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { path } from '#seam/web/paths.ts'
import { linkWords as words } from './link.words.ts'

type Props = {
  race: { id: number; settings: Pick<RaceSettings, 'crop_button'> }
  /** The certificate; undefined until it is drawn. */
  certificate: Certificate | undefined
  posterid: number | null
  /** The key of a game's runner. Other runners have a `userkey` or a score id. */
  gameKey?: string | undefined
  userkey?: string | undefined
  scoreid?: number | undefined
  bib?: string | undefined
}

/**
 * The links to the crop page (docs/behaviour/certificates.md, Photo slot). A setting of the race hides them. One link
 * appears if the drawn certificate has exactly one slot for a photo, or a mark. Another link appears if the race has a
 * poster for this runner. A game's runner gets only one of them.
 */
export const CropLink = ({ race, certificate, posterid, gameKey, userkey, scoreid, bib }: Props) => {
  const t = useWords()
  // In the race's results hall the crop page can also send the picture to a screen or printer.
  const hall = useHallLink()
  if (!race.settings.crop_button) return null
  const slot = certificate !== undefined && (photoPlace(certificate) !== undefined || goesToCrop(certificate.fields))
  const game = gameKey !== undefined
  const links = [
    ...(slot
      ? [
          {
            href: path.crop({
              ...(game
                ? { type: 'poster', userkey: gameKey }
                : { type: 'cetificate', userkey, certificateid: certificate.id }),
              raceid: race.id,
              scoreid,
              bib,
              ...hall,
            }),
            label: words.upload,
            Icon: ImageUp,
          },
        ]
      : []),
    ...(posterid === null || (scoreid === undefined && !game) || (slot && game)
      ? []
      : [
          {
            href: path.crop({
              type: 'poster',
              raceid: race.id,
              ...(game ? { userkey: gameKey } : { scoreid }),
              posterid,
              bib,
              ...hall,
            }),
            label: words.title,
            Icon: Sparkles,
          },
        ]),
  ]
  return links.length === 0 ? null : (
    <div className="grid gap-2">
      {links.map(({ href, label, Icon }) => (
        <ButtonLink key={href} look="plain" href={href} icon={<Icon className="size-5" aria-hidden />}>
          {t(label)}
        </ButtonLink>
      ))}
    </div>
  )
}
