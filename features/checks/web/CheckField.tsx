import { LoaderCircle, RotateCw, ShieldCheck } from 'lucide-react'
import { Button, IconButton } from '#ui/form/Button.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { TextInput } from '#ui/form/TextInput.tsx'
import { pictureLength, soundLength } from '../rules.ts'
import { words } from '../words.ts'
import type { useCheck } from './useCheck.ts'

type Checking = Pick<ReturnType<typeof useCheck>, 'check' | 'type' | 'renew' | 'choose'> & { error: string | undefined }

/**
 * The check on a form. The device's work is one quiet line. A picture or spoken digits have a field for the answer.
 * Below the picture, people who cannot see find a button that changes to spoken digits.
 */
export const CheckField = ({ check, type, renew, choose, error }: Checking) => {
  const said = error ?? check.error?.msg
  if (check.kind === 'work') return <WorkLine done={check.state === 'done'} failed={said} onAgain={() => renew()} />
  return check.kind === 'picture' ? (
    <PictureField {...{ check, type, renew, choose }} error={said} />
  ) : (
    <SoundField {...{ check, type, renew, choose }} error={said} />
  )
}

const WorkLine = ({ done, failed, onAgain }: { done: boolean; failed: string | undefined; onAgain: () => void }) => {
  const t = useWords()
  return failed ? (
    <div className="flex flex-wrap items-center gap-x-3">
      <p role="alert" className="text-14 text-danger-ink">
        {failed}
      </p>
      <IconButton label={t(words.picture_new)} onClick={onAgain}>
        <RotateCw className="size-5" aria-hidden />
      </IconButton>
    </div>
  ) : (
    <p className="-my-1 flex items-center gap-2 text-14 text-soft">
      {done ? (
        <ShieldCheck className="size-4 text-success-ink" aria-hidden />
      ) : (
        <LoaderCircle className="size-4 animate-spin" aria-hidden />
      )}
      {t(done ? words.work_done : words.work_running)}
    </p>
  )
}

const PictureField = ({ check, type, renew, choose, error }: Checking) => {
  const t = useWords()
  return (
    <div>
      <TextInput
        label={t(words.picture)}
        hint={t(words.picture_hint, { n: pictureLength })}
        error={error}
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
            <IconButton label={t(words.picture_new)} onClick={() => renew()}>
              <RotateCw className={`size-5 ${check.state === 'loading' ? 'animate-spin' : ''}`} aria-hidden />
            </IconButton>
          </span>
        }
      />
      <Button look="quiet" className="-ml-5 justify-start text-left text-14" onClick={() => choose('sound')}>
        {t(words.sound_offer)}
      </Button>
    </div>
  )
}

const SoundField = ({ check, type, renew, choose, error }: Checking) => {
  const t = useWords()
  return (
    <div>
      <TextInput
        label={t(words.sound)}
        hint={t(words.sound_hint, { n: soundLength })}
        error={error}
        value={check.answer}
        onChange={(event) => type(event.target.value)}
        inputMode="numeric"
        autoComplete="off"
        maxLength={12}
        name="captcha"
        data-field="captcha"
        inputClassName="figures tracking-widest"
        after={
          <IconButton label={t(words.sound_new)} onClick={() => renew()}>
            <RotateCw className={`size-5 ${check.state === 'loading' ? 'animate-spin' : ''}`} aria-hidden />
          </IconButton>
        }
      />
      {check.sound ? (
        // oxlint-disable-next-line jsx-a11y/media-has-caption -- a caption would show the digits to type
        <audio controls src={check.sound} aria-label={t(words.sound_player)} className="mt-2 h-12 w-full" />
      ) : (
        <div className="bone mt-2 h-12 rounded" />
      )}
      <Button look="quiet" className="-ml-5 justify-start text-left text-14" onClick={() => choose('picture')}>
        {t(words.picture_back)}
      </Button>
    </div>
  )
}
