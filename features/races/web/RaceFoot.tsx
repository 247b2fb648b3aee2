import { Mail, MessageCircle, Phone } from 'lucide-react'
import { nameIn } from '#contract/words.ts'
import type { RaceSettings } from '#features/races/contract.ts'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { Link } from '#ui/router/Link.tsx'
import { path } from '#seam/web/paths.ts'
import { footWords as words } from './foot.words.ts'

type Said = Readonly<Record<string, string | undefined>>
const link = 'inline-flex min-h-11 min-w-0 items-center gap-2 underline'

/** A link to a text on another page, which opens in a new window. */
const Elsewhere = ({ href, children }: { href: string; children: string }) => (
  <a className={link} href={href} rel="noreferrer" target="_blank">
    {children}
  </a>
)

/** The ways to reach the organisers. */
const Ways = ({ organiser }: { organiser: NonNullable<RaceSettings['organiser']> }) => {
  const t = useWords()
  const { phone, email, wechat } = organiser
  return (
    <ul className="flex flex-wrap gap-x-6">
      {phone ? (
        <li>
          <a className={link} href={`tel:${phone.replaceAll(/[^\d+]/g, '')}`}>
            <Phone className="size-4 shrink-0" aria-hidden />
            <span className="figures">{phone}</span>
          </a>
        </li>
      ) : null}
      {wechat ? (
        <li className="inline-flex min-h-11 items-center gap-2">
          <MessageCircle className="size-4 shrink-0" aria-hidden />
          <span className="select-all break-all">{t(words.wechat, { name: wechat })}</span>
        </li>
      ) : null}
      {email ? (
        <li className="min-w-0">
          <a className={`${link} break-all`} href={`mailto:${email}`}>
            <Mail className="size-4 shrink-0" aria-hidden />
            {email}
          </a>
        </li>
      ) : null}
    </ul>
  )
}

/** The foot of each page of a race: the organiser, the ways to reach the organiser, and the legal texts. */
export const RaceFoot = ({ settings }: { settings: RaceSettings }) => {
  const t = useWords()
  const { lang } = useLang()
  const { organiser, legal, icp, agreement_url, privacy_url } = settings
  const said = (texts: Said | undefined) => nameIn(lang, texts?.['zh-cn'] ?? texts?.en ?? '', texts)
  const [name, hours, legalText] = [said(organiser?.name), said(organiser?.hours), said(legal)]
  const reachable = [organiser?.phone, organiser?.email, organiser?.wechat].some(Boolean)
  return (
    <section
      id="organisers"
      aria-label={t(words.organiser)}
      className="frame border-b border-line py-3 text-14 text-soft"
    >
      {reachable ? <h2 className="font-medium text-ink">{t(words.organiser)}</h2> : null}
      {name ? <p className="break-words">{name}</p> : null}
      {organiser ? <Ways organiser={organiser} /> : null}
      {hours ? <p className="break-words">{hours}</p> : null}
      {legalText ? <p className="mt-2 whitespace-pre-line break-words">{legalText}</p> : null}
      <div className="flex flex-wrap gap-x-6">
        {agreement_url ? <Elsewhere href={agreement_url}>{t(words.agreement)}</Elsewhere> : null}
        {privacy_url ? <Elsewhere href={privacy_url}>{t(words.privacy)}</Elsewhere> : null}
        <Link href={path.mydata()} className={link}>
          {t(words.my_data)}
        </Link>
        {icp ? <Elsewhere href="https://beian.miit.gov.cn/">{icp}</Elsewhere> : null}
      </div>
    </section>
  )
}
