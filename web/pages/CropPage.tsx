import { CertificateChoice } from '#features/certificates/web/CertificateChoice.tsx'
import { InHall } from '#features/hall/web/InHall.tsx'
import { useEffect, useState } from 'react'
import { ButtonLink } from '#ui/form/Button.tsx'
import { Empty } from '#ui/feedback/Empty.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { link, onDevice } from '#ui/router/address.ts'
import { useGo, usePageParams } from '#ui/router/Link.tsx'
import { Page } from '#ui/layout/Page.tsx'
import { applyTheme } from '#ui/look/applyTheme.ts'
import { words as kit } from '#ui/language/words.ts'
import { useHallLink } from '#seam/web/hallClient.ts'
import { path } from '#seam/web/paths.ts'
import { colourOfPage } from '#features/races/pageColour.rules.ts'
import { CropStudio } from '#features/posters/web/CropStudio.tsx'
import { cropWords as words } from '#features/posters/web/crop.words.ts'
import { useSubject } from '#features/posters/web/useSubject.ts'

const NAME = 'poster-name'

/**
 * The share and crop page (docs/behaviour/certificates.md, Crop page): a poster or certificate, a person's own photo in
 * it, and the picture to keep.
 */
export const CropPage = () => {
  const go = useGo()
  const { _from } = usePageParams()
  useEffect(() => {
    // A person who came with `_from` goes on to the race's home, and the address of the home keeps `_from`
    // (docs/behaviour/certificates.md, Crop page).
    if (_from) go(path.home({ _from }), { replace: true })
  }, [_from, go])
  return _from ? null : <Making />
}

const Making = () => {
  const t = useWords()
  const [name, setName] = useState(() => onDevice.get(NAME) ?? '')
  const subject = useSubject(name)
  const { race, pending, error, choices } = subject
  const primary = race && colourOfPage('/crop', race)
  useEffect(() => {
    if (primary && !link().color) void applyTheme(primary)
  }, [primary])
  const made = choices.find(({ id }) => id === subject.first) ?? choices[0]
  const certificate = made ? made.kind !== 'poster' : subject.type === 'cetificate'
  const title = t(certificate ? words.title_certificate : words.title)
  const hall = useHallLink()
  const result = subject.scorePage && path.score({ ...subject.scorePage, raceid: race?.id, ...hall })
  const go = useGo()
  const aside = result ? (
    <ButtonLink look="quiet" href={result}>
      {t(words.see_result)}
    </ButtonLink>
  ) : undefined
  return (
    <Page title={title} backTo={result ?? path.home()} aside={aside}>
      <CertificateChoice
        bare
        certificate={subject.certificate}
        onChoose={(id) => go(path.score({ key: subject.whose, certificateid: id, raceid: race?.id, ...hall }))}
      />
      {error && choices.length === 0 ? (
        <ErrorState
          error={error}
          onRetry={subject.again}
          action={
            <ButtonLink look="plain" href={path.home()}>
              {t(kit.home)}
            </ButtonLink>
          }
        />
      ) : null}
      {pending && choices.length === 0 && !error ? (
        <div className="grid gap-4 md:grid-cols-12 md:gap-6">
          <div
            role="status"
            className={
              'bone mx-auto flex aspect-[3/4] w-full max-w-[28rem] ' +
              'items-center justify-center rounded text-soft md:col-span-7'
            }
          >
            {t(words.loading)}
          </div>
          <div className="bone h-56 rounded md:col-span-5" />
        </div>
      ) : null}
      {!pending && !error && choices.length === 0 ? (
        <Empty
          title={t(certificate ? words.none_certificate : words.none)}
          description={t(certificate ? words.none_text_certificate : words.none_text)}
          action={<ButtonLink href={path.home()}>{t(kit.home)}</ButtonLink>}
        />
      ) : null}
      {choices.length > 0 ? (
        <CropStudio
          subject={subject}
          name={name}
          inHall={(resultKey, picture) => <InHall bare resultKey={resultKey} picture={picture} />}
          onName={(given) => {
            setName(given)
            onDevice.set(NAME, given || undefined)
          }}
        />
      ) : null}
    </Page>
  )
}
