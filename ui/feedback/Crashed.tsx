import { Button } from '../form/Button.tsx'
import { useWords } from '../language/lang.tsx'
import { StatusIcon } from './StatusIcon.tsx'
import { words } from '../language/words.ts'

/**
 * The page for a screen that broke: it says so, keeps what was typed (drafts live on the device), and can open the
 * screen again.
 */
export const Crashed = () => {
  const t = useWords()
  return (
    <main id="main" className="frame-narrow py-16">
      <div role="alert" className="flex flex-col items-center gap-3 text-center">
        <StatusIcon kind="warn" />
        <h1 className="text-20 font-bold">{t(words.crashed)}</h1>
        <p className="text-soft">{t(words.crashed_text)}</p>
        <Button className="mt-2" onClick={() => location.reload()}>
          {t(words.retry)}
        </Button>
      </div>
    </main>
  )
}
