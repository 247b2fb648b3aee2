import { LoaderCircle, RotateCw, ShieldCheck } from 'lucide-react'
import { Button, IconButton } from '#ui/form/Button.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { TextInput } from '#ui/form/TextInput.tsx'
import { pictureLength } from '../rules.ts'
import { words } from '../words.ts'
import type { useCheck } from './useCheck.ts'

/** The picture with its field; beside it the way for those who cannot read it, which asks nothing of them. */
export const CheckField = ({
  check,
  type,
  renew,
  choose,
  error,
}: ReturnType<typeof useCheck> & { error: string | undefined }) => {
  const t = useWords()
  const said = error ?? check.error?.msg
  if (check.kind === 'work') {
    const done = check.state === 'done'
    return (
      <div>
        <p role="status" className="flex min-h-11 items-center gap-2 font-medium">
          {done ? (
            <ShieldCheck className="size-5 text-success-ink" aria-hidden />
          ) : (
            <LoaderCircle className="size-5 animate-spin" aria-hidden />
          )}
          {t(done ? words.work_done : words.work_running)}
        </p>
        {said ? (
          <p role="alert" className="text-14 text-danger-ink">
            {said}
          </p>
        ) : null}
        <Button look="quiet" className="-ml-5" onClick={() => choose('picture')}>
          {t(words.work_back)}
        </Button>
      </div>
    )
  }
  return (
    <div>
      <TextInput
        label={t(words.picture)}
        hint={t(words.picture_hint, { n: pictureLength })}
        error={said}
        value={check.answer}
        onChange={(event) => type(event.target.value)}
        autoCapitalize="characters"
        autoCorrect="off"
        spellCheck={false}
        maxLength={12}
        name="captcha"
        data-field="captcha"
        after={
          <span className="flex shrink-0 items-center">
            <span className="block h-12 w-[137px] overflow-hidden rounded border border-line bg-sunk">
              {check.image ? (
                <img
                  src={check.image}
                  alt={t(words.picture_alt)}
                  width={137}
                  height={48}
                  className="h-12 w-[137px] object-cover"
                />
              ) : null}
            </span>
            <IconButton label={t(words.picture_new)} onClick={renew}>
              <RotateCw className={`size-5 ${check.state === 'loading' ? 'animate-spin' : ''}`} aria-hidden />
            </IconButton>
          </span>
        }
      />
      <Button look="quiet" className="-ml-5 justify-start text-left text-14" onClick={() => choose('work')}>
        {t(words.work_offer)}
      </Button>
    </div>
  )
}
