import { looks, shape } from '../form/buttonLook.ts'
import { useWords } from '../language/lang.tsx'
import { words as kit } from '../language/words.ts'
import { PageState, closedRoad } from './PageState.tsx'
import { words } from './unvisited.words.ts'

/** The page that this device cannot open without a network, with the ways on. */
export const Unvisited = () => {
  const t = useWords()
  // The kit's button leads to the router, and the router waits with this page.
  return (
    <PageState
      role="alert"
      picture={closedRoad}
      heading="h1"
      title={t(words.title)}
      description={t(words.description)}
      actions={
        <>
          <button type="button" className={`${shape} ${looks.strong}`} onClick={() => location.reload()}>
            {t(kit.retry)}
          </button>
          <button type="button" className={`${shape} ${looks.plain}`} onClick={() => history.back()}>
            {t(kit.back)}
          </button>
        </>
      }
    />
  )
}
