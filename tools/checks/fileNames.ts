import { basename } from 'node:path'
import { type Exceptions, withoutExceptions } from './exceptions.ts'
import { type Check, writtenCode } from './sources.ts'

/** Words that only say that a file was cut from another. They name no subject. */
const refused = new Set(['more', 'rest', 'inner', 'impl', 'part', 'parts'])

const section = 'a section of a page, with its subject before the word'

const judged: Exceptions = {
  'features/results/agegrade/road2020.rules.ts': 'the year is the edition of the tables',
  'features/results/agegrade/road2025.rules.ts': 'the year is the edition of the tables',
  'test/storage/s3.ts': 'S3 is the name of the protocol',
  'features/ballot/console/RuleParts.tsx': section,
  'features/codes/web/LendPart.tsx': section,
  'features/events/console/AskedPart.tsx': section,
  'features/events/console/QualifyingPart.tsx': section,
  'features/events/console/QuizPart.tsx': section,
  'features/events/console/StartPart.tsx': section,
  'features/events/console/StockPart.tsx': section,
  'features/events/console/parts.ts': section,
  'features/events/console/prices/AddonsPart.tsx': section,
  'features/events/console/prices/PricesPart.tsx': section,
  'features/hall/console/JobsPart.tsx': section,
  'features/hall/console/SettingsPart.tsx': section,
  'features/hall/console/StationsPart.tsx': section,
  'features/hall/console/UsersPart.tsx': section,
  'features/posters/web/KeepPart.tsx': section,
  'features/races/console/CodesPart.tsx': section,
  'features/races/console/MenuPart.tsx': section,
  'features/races/console/ReportRulesPart.tsx': section,
  'features/races/console/ResultsPart.tsx': section,
  'features/races/console/SettingsParts.tsx': section,
  'features/races/console/VideosPart.tsx': section,
  'features/refunds/console/RulesPart.tsx': section,
  'features/results/web/report/ComparePart.tsx': section,
  'features/results/web/teams/TeamsPart.tsx': section,
  'features/timing/console/TeamRulesPart.tsx': section,
}

const wordsOf = (path: string): string[] =>
  basename(path)
    .replace(/\.\w+$/, '')
    .split(/[^A-Za-z0-9]+|(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Za-z])(?=[0-9])/)
    .map((word) => word.toLowerCase())

/**
 * Reports file names that do not name the subject: names with a number, and names with a word that only says that the
 * file was cut from another.
 */
export const checkFileNames =
  (exceptions: Exceptions = judged): Check =>
  (sources) => {
    const faults = writtenCode(sources).flatMap(({ path }) => {
      const wrong = wordsOf(path).find((word) => refused.has(word) || /^\d+$/.test(word))
      return wrong === undefined ? [] : [{ at: path, message: `${path}: "${wrong}" names no subject` }]
    })
    return withoutExceptions(faults, exceptions, 'tools/checks/fileNames.ts')
  }
