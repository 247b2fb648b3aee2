import { Mail, Phone } from 'lucide-react'
import { nameIn } from '#contract/words.ts'
import type { RaceSettings } from '#features/races/contract.ts'
import { Card } from '#ui/layout/Card.tsx'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { homeWords } from './home.words.ts'

type Said = Readonly<Record<string, string | undefined>>

/** The organiser of the race, the contact, and the legal texts. It shows nothing where none of them is set. */
export const OrganiserCard = ({ settings: { organiser, legal, icp } }: { settings: RaceSettings }) => {
  const t = useWords()
  const { lang } = useLang()
  const said = (texts: Said | undefined) => nameIn(lang, texts?.['zh-cn'] ?? texts?.en ?? '', texts)
  const name = said(organiser?.name)
  const hours = said(organiser?.hours)
  const words = said(legal)
  const { phone = '', email = '' } = organiser ?? {}
  if (![name, hours, words, phone, email, icp].some(Boolean)) return null
  const link = 'inline-flex min-h-11 items-center gap-2 text-strong underline'
  return (
    <Card title={t(homeWords.organiser)}>
      {name ? <p className="font-medium">{name}</p> : null}
      <ul className="text-14">
        {phone ? (
          <li>
            <a className={link} href={`tel:${phone.replaceAll(/[^\d+]/g, '')}`}>
              <Phone className="size-4" aria-hidden />
              <span className="figures">{phone}</span>
            </a>
          </li>
        ) : null}
        {email ? (
          <li>
            <a className={`${link} break-all`} href={`mailto:${email}`}>
              <Mail className="size-4" aria-hidden />
              {email}
            </a>
          </li>
        ) : null}
      </ul>
      {hours ? <p className="text-14 text-soft">{hours}</p> : null}
      {words ? <p className="mt-3 whitespace-pre-line break-words text-14 text-soft">{words}</p> : null}
      {icp ? (
        <p className="mt-2 text-14">
          <a
            className="inline-flex min-h-11 items-center text-soft underline"
            href="https://beian.miit.gov.cn/"
            rel="noreferrer"
            target="_blank"
          >
            {icp}
          </a>
        </p>
      ) : null}
    </Card>
  )
}
