import { useLang, useWords } from '#ui/language/lang.tsx'
import { money } from '#ui/language/money.ts'
import { Card } from '#ui/layout/Card.tsx'
import { Dotted } from '#ui/layout/Dotted.ts'
import { useAsk } from '#ui/network/call.ts'
import { type ShownDraw, type ShownGift, luckeyWinning } from '../contract.ts'
import { luckyDrawWords as words } from './luckydraw.words.ts'
import { GiftMark } from './GiftMark.tsx'

/** Returns parts of a million as a percentage without needless zeros. */
export const oddsText = (odds: number): string => `${String(Number((odds / 10_000).toFixed(4)))}%`

export const GiftList = ({ gifts, stage }: { gifts: readonly ShownGift[]; stage: boolean }) => {
  const t = useWords()
  const { lang } = useLang()
  return (
    <Card title={t(words.gifts)}>
      <ul className="divide-y divide-line">
        {gifts.map((gift) => (
          <li key={gift.gift} className="flex items-center gap-4 py-3">
            <span className="text-strong">
              <GiftMark icon={gift.icon} size="1.75rem" />
            </span>
            <span className="grid min-w-0 flex-1 gap-0.5">
              <span className="font-bold">{gift.name}</span>
              <span className="figures text-14 text-soft">
                <Dotted
                  text={[
                    gift.value > 0 ? money(gift.value, lang) : '',
                    stage ? '' : t(words.odds, { odds: oddsText(gift.odds) }),
                    t(words.pieces, { left: gift.left, pieces: gift.pieces }),
                  ]
                    .filter(Boolean)
                    .join(' · ')}
                />
              </span>
            </span>
          </li>
        ))}
      </ul>
    </Card>
  )
}

export const WinnerList = ({ raceid, id }: { raceid: number; id: number }) => {
  const t = useWords()
  const query = useAsk(luckeyWinning, { raceid, id }, { quiet: true, refetchInterval: 10_000 })
  const items = query.data?.items ?? []
  return (
    <Card title={t(words.winners)}>
      {items.length === 0 ? <p className="text-soft">{t(words.noWinners)}</p> : null}
      <ul className="grid max-h-64 gap-2 overflow-y-auto">
        {items.map((one, at) => (
          <li key={`${one.at} ${at}`} className="flex justify-between gap-4">
            <span className="truncate">{one.name || t(words.nameHidden)}</span>
            <span className="flex shrink-0 items-center gap-1.5 text-soft">
              <GiftMark icon={one.icon} size="1.1em" />
              {one.gift}
            </span>
          </li>
        ))}
      </ul>
    </Card>
  )
}

/**
 * The proof of a draw on the spot. Before the end it shows the hash of the secret seed, after the end also the seed and
 * all tries.
 */
export const DrawFacts = ({ raceid, draw }: { raceid: number; draw: ShownDraw }) => {
  const t = useWords()
  if (draw.kind === 'stage') return null
  const file = (name: string) => `/luckydraws/${raceid}/${draw.id}/${name}.txt`
  return (
    <Card title={t(words.proof)}>
      <p className="mb-3 text-pretty text-14 text-soft">{t(words.proofHow)}</p>
      <p className="text-14 font-medium">{t(words.promise)}</p>
      <p className="figures mb-3 break-all text-14 text-soft">{draw.promise}</p>
      {draw.seed ? (
        <>
          <p className="text-14 font-medium">{t(words.seed)}</p>
          <p className="figures mb-3 break-all text-14 text-soft">{draw.seed}</p>
        </>
      ) : null}
      <p className="flex gap-4">
        <a className="flex min-h-11 items-center text-strong underline" href={file('rules')}>
          {t(words.rulesFile)}
        </a>
        {draw.seed ? (
          <a className="flex min-h-11 items-center text-strong underline" href={file('log')}>
            {t(words.logFile)}
          </a>
        ) : null}
      </p>
    </Card>
  )
}
