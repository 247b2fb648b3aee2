import { looks, shape } from '../form/buttonLook.ts'
import { useWords } from '../language/lang.tsx'
import { words as kit } from '../language/words.ts'
import { StatusIcon } from './StatusIcon.tsx'
import { words } from './unvisited.words.ts'

/** The page that this device cannot open without a network, with the ways on. */
export const Unvisited = () => {
  const t = useWords()
  // The kit's button leads to the router, and the router waits with this page.
  return (
    <div role="alert" className="flex flex-col items-center gap-3 px-6 py-12 text-center">
      <StatusIcon kind="warn" />
      <h1 className="text-20 font-bold">{t(words.title)}</h1>
      <p className="max-w-[40ch] text-soft">{t(words.description)}</p>
      <div className="mt-2 flex flex-wrap justify-center gap-2">
        <button type="button" className={`${shape} ${looks.strong}`} onClick={() => location.reload()}>
          {t(kit.retry)}
        </button>
        <button type="button" className={`${shape} ${looks.plain}`} onClick={() => history.back()}>
          {t(kit.back)}
        </button>
      </div>
    </div>
  )
}
