import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { ButtonLink } from '#ui/form/Button.tsx'
import { useAsk } from '#ui/network/call.ts'
import { eventColour } from '#ui/look/colour.ts'
import { Empty } from '#ui/feedback/Empty.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { useGo, usePageParams } from '#ui/router/Link.tsx'
import { link, rememberedIdnum, takeIdnum } from '#ui/router/address.ts'
import { Page } from '#ui/layout/Page.tsx'
import { SkeletonCards } from '#ui/layout/Skeleton.tsx'
import { Ticket } from '#ui/layout/Ticket.tsx'
import { scoreWords as words } from '#features/results/web/report/score.words.ts'
import { useHallLink } from '#seam/web/hallClient.ts'
import { path } from '#seam/web/paths.ts'
import { type PosterResult, posterBygame } from '../contract.ts'

const number = (given: string | undefined) => (given && /^[1-9]\d{0,14}$/.test(given) ? Number(given) : undefined)
const plain = (time: string | null) => time?.replace(/^0(?=\d:)/, '') ?? null

/**
 * A runner's results of a game or race (docs/behaviour/results.md, Score list). The document's number comes with the
 * link, or this device has kept it.
 */
export const ScoreListPage = () => {
  const t = useWords()
  const go = useGo()
  const { gameid, posterid, certificateid } = usePageParams()
  const hall = useHallLink()
  const { raceid } = link()
  const [idnum] = useState(() => takeIdnum() ?? rememberedIdnum())
  const game = number(gameid)
  const query = useAsk(
    posterBygame,
    {
      idnum: idnum || '-',
      ...(raceid === undefined ? {} : { raceid }),
      ...(game === undefined ? {} : { gameid: game }),
      ...(number(posterid) === undefined ? {} : { posterid: number(posterid)! }),
    },
    { enabled: idnum !== '' },
  )
  const lookUp = path.query({ type: 'poster', gameid, posterid, certificateid, ...hall })
  const wayTo = (one: PosterResult) =>
    path.score({
      type: 'poster',
      raceid: one.raceid,
      scoreid: one.id,
      // The key opens a game's runner. The address never holds the document's number, so the score page may lack this
      // number.
      key: one.kind === 'game' ? one._key : undefined,
      gameid: one.poster.gameid ?? gameid,
      posterid: posterid ?? one.posterid,
      certificateid,
      ...hall,
    })
  const found = query.data?.data
  const only = found?.length === 1 ? found[0] : undefined
  const gone = useRef(false)
  const needsCheck = query.error?.refusal === 'picture_needed'
  const goOn = useEffectEvent(() => {
    if (gone.current) return
    gone.current = Boolean(only) || needsCheck
    if (only) go(wayTo(only), { replace: true })
    // The query page asks for the picture check, and then returns to this page.
    else if (needsCheck) go(lookUp, { replace: true })
  })
  useEffect(() => goOn(), [only, needsCheck])
  const look = <ButtonLink href={lookUp}>{t(words.lookUp)}</ButtonLink>
  return (
    <Page title={t(words.listTitle)} narrow>
      {idnum === '' || found?.length === 0 ? <Empty title={t(words.noList)} action={look} /> : null}
      {query.isPending && idnum !== '' ? <SkeletonCards count={2} className="h-28" /> : null}
      {found && found.length > 1 ? (
        <ul className="grid gap-3">
          {found.map((one) => (
            <li key={`${one.kind}${one.id}`}>
              <Ticket
                colour={eventColour(undefined, one.id)}
                event={one.event}
                bib={one.bib}
                bibText={t(words.bib)}
                name={one.name ?? t(words.hiddenName)}
                rows={[
                  [t(words.item), one.event],
                  [t(words.result), plain(one.time)],
                  [t(words.net), plain(one.nettime)],
                ]}
                href={wayTo(one)}
              />
            </li>
          ))}
        </ul>
      ) : null}
    </Page>
  )
}
