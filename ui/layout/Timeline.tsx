import { Check, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { useWords } from '../language/lang.tsx'
import { words } from '../language/words.ts'

export type Step = {
  state: 'done' | 'now' | 'later' | 'failed'
  title: ReactNode
  when?: ReactNode
  description?: ReactNode
}

/** Past and coming steps, from top to bottom. */
export const Timeline = ({ steps }: { steps: readonly Step[] }) => {
  const t = useWords()
  return (
    <ol>
      {steps.map((step, at) => (
        <li
          key={at}
          aria-current={step.state === 'now' ? 'step' : undefined}
          className="relative flex gap-4 pb-6 last:pb-0"
        >
          {at < steps.length - 1 ? (
            <span
              aria-hidden
              className={`absolute left-[11px] top-6 bottom-0 w-0.5 ${step.state === 'done' ? 'bg-strong' : 'bg-line'}`}
            />
          ) : null}
          <span
            aria-hidden
            className={`z-10 mt-0.5 flex size-6 shrink-0 items-center justify-center rounded-full ${
              step.state === 'done'
                ? 'bg-fill text-on-fill'
                : step.state === 'now'
                  ? 'border-2 border-strong bg-tint'
                  : step.state === 'failed'
                    ? 'bg-danger-tint text-danger-ink'
                    : 'border-2 border-line bg-surface'
            }`}
          >
            {step.state === 'done' ? (
              <Check className="size-4" strokeWidth={3} />
            ) : step.state === 'failed' ? (
              <X className="size-4" strokeWidth={3} />
            ) : step.state === 'now' ? (
              <span className="size-2 rounded-full bg-strong" />
            ) : null}
          </span>
          <span className="min-w-0 flex-1">
            <span className="flex flex-wrap items-baseline justify-between gap-x-4">
              <span className={step.state === 'later' ? 'text-soft' : 'font-medium'}>
                {step.title}
                <span className="sr-only">{` ${t(words[step.state])}`}</span>
              </span>
              {step.when ? <span className="figures text-14 text-soft">{step.when}</span> : null}
            </span>
            {step.description ? <span className="block text-14 text-soft">{step.description}</span> : null}
          </span>
        </li>
      ))}
    </ol>
  )
}
