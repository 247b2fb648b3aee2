import { useWords } from '#ui/language/lang.tsx'
import { words as kit } from '#ui/language/words.ts'

export const ScoreWaits = () => (
  <div role="status" data-waits aria-label={useWords()(kit.loading)}>
    <div className="bone h-[11rem] rounded-none md:h-[15rem]" />
    <div className="frame -mt-4 grid gap-4 pb-10 md:grid-cols-12 md:gap-6">
      <div className="bone h-[28rem] rounded md:col-span-7" />
      <div className="bone h-[28rem] rounded md:col-span-5" />
    </div>
  </div>
)
