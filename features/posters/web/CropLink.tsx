import { ImageUp, Sparkles } from 'lucide-react'
import { takesPhoto } from '#features/certificates/template/slots.rules.ts'
import type { Certificate } from '#features/certificates/contract.ts'
import { useHallClient } from '#seam/web/hallClient.ts'
import type { RaceSettings } from '#features/races/contract.ts'
import { ButtonLink } from '#ui/form/Button.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { path } from '#seam/web/paths.ts'
import { linkWords as words } from './link.words.ts'

type Props = {
  race: { id: number; settings: Pick<RaceSettings, 'crop_button'> }
  /** What was drawn, once it was. */
  certificate: Certificate | undefined
  posterid: number | null
  userkey?: string | undefined
  scoreid?: number | undefined
  bib?: string | undefined
}

/**
 * The way to the crop page (docs/behaviour/certificates.md, Photo slot): hidden by a setting of the race, else there
 * once a certificate with exactly one slot for a photo is drawn; and where the race has posters for this runner.
 */
export const CropLink = ({ race, certificate, posterid, userkey, scoreid, bib }: Props) => {
  const t = useWords()
  const client = useHallClient()
  if (!race.settings.crop_button) return null
  // In the race's results hall the picture can be cast and printed from there too.
  const hall = client ? { client, address: 'center' } : {}
  const slot = certificate !== undefined && takesPhoto(certificate)
  const game = userkey === undefined
  const links = [
    ...(slot
      ? [
          {
            href: path.crop({
              ...(game ? { type: 'poster' } : { type: 'cetificate', userkey, certificateid: certificate.id }),
              raceid: race.id,
              scoreid,
              bib,
              ...hall,
            }),
            says: words.upload,
            Icon: ImageUp,
          },
        ]
      : []),
    ...(posterid === null || scoreid === undefined || (slot && game)
      ? []
      : [
          {
            href: path.crop({ type: 'poster', raceid: race.id, scoreid, posterid, bib, ...hall }),
            says: words.title,
            Icon: Sparkles,
          },
        ]),
  ]
  return links.length === 0 ? null : (
    <div className="grid gap-2">
      {links.map(({ href, says, Icon }) => (
        <ButtonLink key={href} look="plain" href={href} icon={<Icon className="size-5" aria-hidden />}>
          {t(says)}
        </ButtonLink>
      ))}
    </div>
  )
}
