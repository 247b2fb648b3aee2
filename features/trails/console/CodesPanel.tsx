import { Suspense, useState } from 'react'
import type { OutputOf } from '#contract/endpoint.ts'
import { path } from '#seam/console/paths.ts'
import { LaterQrCode } from '#ui/media/LaterQrCode.tsx'
import { AskDialog } from '#ui/feedback/AskDialog.tsx'
import { Empty } from '#ui/feedback/Empty.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { Button, ButtonLink } from '#ui/form/Button.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { Card } from '#ui/layout/Card.tsx'
import { SkeletonCards } from '#ui/layout/Skeleton.tsx'
import { useAsk, useCall } from '#ui/network/call.ts'
import { consoleTrailsCodes } from '../console.contract.ts'
import { trailDeskWords as words } from './trailDesk.words.ts'

type Code = OutputOf<typeof consoleTrailsCodes>['items'][number]

/** The codes of a trail, to print or to show on a screen. */
export const CodesPanel = ({ raceid, id }: { raceid: number; id: number }) => {
  const t = useWords()
  const codes = useAsk(consoleTrailsCodes, { raceid, id }, { staleTime: 0 })
  const renew = useCall(consoleTrailsCodes)
  const [ending, setEnding] = useState<Code>()
  const items = codes.data?.items ?? []
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-3 print:hidden">
        <p className="max-w-[60ch] text-14 text-soft">{t(words.codes_how)}</p>
        {items.some(({ rotating }) => !rotating) ? (
          <Button look="plain" onClick={() => print()}>
            {t(words.print)}
          </Button>
        ) : null}
      </div>
      {codes.isPending ? <SkeletonCards count={2} className="h-72" /> : null}
      {codes.error ? <ErrorState error={codes.error} onRetry={() => void codes.refetch()} /> : null}
      {codes.data && items.length === 0 ? <Empty title={t(words.codes_none)} /> : null}
      <ul className="grid gap-4 md:grid-cols-2 xl:grid-cols-3">
        {items.map((code) => (
          <li key={code.point} className="break-inside-avoid">
            <Card title={`${code.point}. ${code.name}`}>
              <div className="grid justify-items-center gap-4">
                {code.rotating ? (
                  <>
                    <p className="text-soft">{t(words.screen_how)}</p>
                    <ButtonLink href={path.trailScreen({ raceid, id, point: code.point })}>
                      {t(words.screen)}
                    </ButtonLink>
                  </>
                ) : (
                  <Suspense fallback={<div className="size-60" />}>
                    <LaterQrCode text={code.address} size={240} label={t(words.code_of, { name: code.name })} />
                  </Suspense>
                )}
                <Button look="quiet" className="print:hidden" onClick={() => setEnding(code)}>
                  {t(words.renew)}
                </Button>
              </div>
            </Card>
          </li>
        ))}
      </ul>
      <AskDialog
        open={ending !== undefined}
        title={t(words.renew_sure)}
        action={t(words.renew)}
        look="danger"
        busy={renew.isPending}
        refused={renew.error ?? undefined}
        onClose={() => setEnding(undefined)}
        onDo={() =>
          ending &&
          renew.mutate(
            { raceid, id, renew: ending.point },
            {
              onSuccess: () => {
                setEnding(undefined)
                void codes.refetch()
              },
            },
          )
        }
      >
        <p>{t(words.renew_text)}</p>
      </AskDialog>
    </>
  )
}
