import { looks, shape } from '../form/buttonLook.ts'
import { useWords } from '../language/lang.tsx'
import { words as kit } from '../language/words.ts'
import { PageState, closedRoad } from './PageState.tsx'
import { words } from './unvisited.words.ts'

/** Stands in for a page that this device cannot open without a network. It offers a second try and the way back. */
export const Unvisited = () => {
  const t = useWords()
  // These are plain buttons, because the shared Button imports the router, and the router shows this page.
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
