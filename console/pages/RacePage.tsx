import { ArchiveCard } from '#features/editions/console/ArchiveCard.tsx'
import { RacePage as Settings } from '#features/races/console/RacePage.tsx'
import { useRaceId } from '#seam/console/useRace.ts'

/** The settings of a race, with the ways to end it. */
export const RacePage = () => <Settings below={<ArchiveCard raceid={useRaceId()} />} />
