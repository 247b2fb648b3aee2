import { Button } from '#ui/form/Button.tsx'
import { Card } from '#ui/layout/Card.tsx'
import { dateText } from '#ui/language/clock.ts'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { useAsk } from '#ui/network/call.ts'
import { path } from '#seam/web/paths.ts'
import { registrationDeferral } from '../../deferral/deferral.contract.ts'
import { deferralWords as words } from '../../deferral/deferral.words.ts'

const sentences = { open: words.card_text, soon: words.card_soon, used: words.card_used, over: words.card_over }

/**
 * Shows the race in which the runner can use a reserved place, and the way to sign up there. Shows nothing as long as
 * the place leads to no race.
 */
export const DeferralCard = ({ id, zone }: { id: string; zone: string | undefined }) => {
  const t = useWords()
  const { lang } = useLang()
  const query = useAsk(registrationDeferral, { id }, { quiet: true, staleTime: 30_000 })
  const deferral = query.data?.deferral
  if (!deferral) return null
  const { raceid, race, code, state, expires_at } = deferral
  return (
    <Card title={t(words.card)}>
      <p className="leading-6">{t(sentences[state], { race })}</p>
      {state === 'open' || state === 'soon' ? (
        <dl className="mt-3 flex flex-wrap gap-x-6 gap-y-2">
          <div>
            <dt className="text-14 text-soft">{t(words.code)}</dt>
            <dd className="figures text-20 font-bold">{code}</dd>
          </div>
          {expires_at ? (
            <div>
              <dt className="text-14 text-soft">{t(words.until)}</dt>
              <dd className="figures">{dateText(expires_at, lang, 'deadline', zone)}</dd>
            </div>
          ) : null}
        </dl>
      ) : null}
      {state === 'open' ? (
        // This button loads the whole app again, because the app then shows another race and takes the code out of the
        // address.
        <Button className="mt-4" onClick={() => location.assign(path.baoming({ raceid, invite: code }))}>
          {t(words.sign_up)}
        </Button>
      ) : null}
    </Card>
  )
}
