import { ArchiveCard } from '#features/editions/console/ArchiveCard.tsx'
import { PhonePreview } from '#features/finder/console/PhonePreview.tsx'
import { RacePage as Settings } from '#features/races/console/RacePage.tsx'
import { consentNames } from '#features/registrations/signup/consents.contract.ts'
import { words } from '#features/registrations/signup/consents.words.ts'
import { useRaceId } from '#seam/console/useRace.ts'

const standing = Object.fromEntries(
  consentNames.map((name) => [name, { title: words[`${name}_title`], body: words[`${name}_body`] }]),
)

/** The settings of a race, with a preview of its page on a phone and the card that archives or deletes the race. */
export const RacePage = () => (
  <Settings
    archive={<ArchiveCard raceid={useRaceId()} />}
    preview={(draft) => <PhonePreview draft={draft} />}
    standing={standing}
  />
)
