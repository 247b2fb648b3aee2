import { stockFields } from '#features/fields/lists.rules.ts'
import { labels } from '#features/fields/words.ts'
import { words as orderWords } from '#features/orders/words.ts'
import { useMe } from '#features/staff/console/useMe.ts'
import { path } from '#seam/console/paths.ts'
import { dateText } from '#ui/language/clock.ts'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { money } from '#ui/language/money.ts'
import { Card, Facts } from '#ui/layout/Card.tsx'
import { Link } from '#ui/router/Link.tsx'
import type { RegistrationFile } from '../../changes/changes.contract.ts'
import { consentNames } from '../../signup/consents.contract.ts'
import { agreesTo } from '../../signup/consents.rules.ts'
import { words } from '../desk.words.ts'
import { WindowField } from '../WindowField.tsx'
import { ZoneField } from '../ZoneField.tsx'

/** Shows a registration's event, order, place and zone. */
export const FactsCard = ({ raceid, file }: { raceid: number; file: RegistrationFile }) => {
  const t = useWords()
  const { lang } = useLang()
  const { may } = useMe(raceid)
  const { registration } = file
  const { charge } = registration
  const { order, event } = registration.meta
  const at = (time: string | null) => dateText(time, lang, 'minute')
  const orderSaid = ({ id, tradeno }: NonNullable<typeof order>) =>
    may('money.read') ? (
      <Link
        href={path.order({ raceid, id })}
        className="-my-3 inline-flex min-h-11 items-center text-strong underline underline-offset-2"
      >
        {tradeno}
      </Link>
    ) : (
      tradeno
    )
  const accountSaid = (uid: number) =>
    may('accounts.merge') ? (
      <Link
        href={path.accounts({ first: uid })}
        className="-my-3 inline-flex min-h-11 items-center text-strong underline underline-offset-2"
      >
        {uid}
      </Link>
    ) : (
      uid
    )
  return (
    <Card title={t(words.facts)}>
      <Facts
        rows={[
          [t(words.event), event.name],
          [t(words.signed_up), at(registration.created_at)],
          [t(words.account), accountSaid(file.uid)],
          [
            t(words.consents),
            consentNames
              .filter((name) => agreesTo(file.consents, name))
              .map((name) => t(words[`consent_${name}`]))
              .join(lang === 'en' ? ', ' : '、'),
          ],
          [t(words.edited), at(file.edited_at)],
          [t(words.place), t(file.place_held ? words.place_held : words.place_free)],
          [t(words.bib), registration.bib ? `${registration.prefix_bib ?? ''}${registration.bib}` : null],
          ...stockFields.map((name) => [t(labels[name]), registration[name]] as const),
          [t(words.invitation), file.invitation?.code],
          [t(orderWords.fullPrice), charge.discount > 0 ? money(charge.fee, lang) : null],
          [t(orderWords.discount), charge.discount > 0 ? `−${money(charge.discount, lang)}` : null],
          [t(words.price), money(registration.price, lang)],
          [t(words.order), order ? orderSaid(order) : null],
          [t(words.tag), registration.tag],
          [t(words.description), registration.description],
        ]}
      />
      <ZoneField
        key={`zone ${registration.id}`}
        raceid={raceid}
        id={registration.id}
        zone={registration.runnerzone}
        zones={file.zones}
        off={may('bibs.edit') ? undefined : t(words.not_right)}
      />
      {registration.state === 'normal' && registration.status.paid === '1' ? (
        <WindowField
          key={`window ${registration.id}`}
          raceid={raceid}
          id={registration.id}
          window={registration.window}
          off={may('checkin.edit') ? undefined : t(words.not_right)}
        />
      ) : null}
    </Card>
  )
}
