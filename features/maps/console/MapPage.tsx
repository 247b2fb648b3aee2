import { useMemo } from 'react'
import { DeskPage } from '#seam/console/DeskPage.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { Card } from '#ui/layout/Card.tsx'
import { Skeleton } from '#ui/layout/Skeleton.tsx'
import { GroundMap } from '#ui/map/GroundMap.tsx'
import type { MapPlace } from '#ui/map/ground.ts'
import { useAsk } from '#ui/network/call.ts'
import { type GroundShown, consoleMapsShow } from '../contract.ts'
import { words } from '../words.ts'
import { MapForm } from './MapForm.tsx'

export const MapPage = () => {
  const t = useWords()
  const query = useAsk(consoleMapsShow, {})
  const { data } = query
  return (
    <DeskPage title={t(words.title)} description={t(words.description)}>
      {query.error ? <ErrorState error={query.error} onRetry={() => void query.refetch()} /> : null}
      {query.isPending ? <Skeleton lines={6} className="h-16" /> : null}
      {data ? (
        <div className="grid items-start gap-4 lg:grid-cols-2">
          <Card title={t(words.kind)}>
            <MapForm key={data.updated_at} saved={data} onSaved={() => void query.refetch()} />
          </Card>
          <Card title={t(words.preview)}>
            <Preview ground={data.ground} />
            <p className="mt-3 text-14 text-soft">{t(words.preview_text)}</p>
          </Card>
        </div>
      ) : null}
    </DeskPage>
  )
}

/** The middle of Chang'an Avenue from Xidan to Dongdan, by GPS. */
const avenue: readonly MapPlace[] = [
  [39.90615, 116.36855],
  [39.90737, 116.3912],
  [39.90838, 116.41165],
]
const Preview = ({ ground }: { ground: GroundShown }) => {
  const t = useWords()
  const lines = useMemo(() => [{ points: avenue, colour: '#d42a2a', width: 5, course: true as const }], [])
  return (
    <GroundMap
      label={t(words.preview_map)}
      ground={ground}
      around={avenue}
      lines={lines}
      pins={none}
      className="h-80 rounded"
    >
      <p className="flex h-80 items-center justify-center rounded bg-sunk p-4 text-soft">{t(words.no_webgl)}</p>
    </GroundMap>
  )
}
const none: readonly never[] = []
