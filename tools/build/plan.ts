import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { type Plugin, type Rolldown, build } from 'vite'
import { type BuildPart, groupParts, smallParts } from './grouping.ts'
import { inKit } from './kit.ts'
import { type Uses, dropUnsaidWords, readUses, saidBy } from './saidWords.ts'
import { slimContracts } from './slimContracts.ts'

type Group = {
  name: string
  test: (id: string) => boolean
  priority: number
  /** False if a group already holds all its imports. The bundler then adds no further imports to the group. */
  includeDependenciesRecursively?: boolean
}
/** The results of a trial build of an app. The real build of the app uses them. */
export type BuildPlan = { groups: Group[]; words: Plugin }

const root = join(import.meta.dirname, '../..')
/** The first pages of most visits. A page counts more than a dialogue, which comes on demand. */
const firstPages = new Set(
  'FrontPage FinderPage EventsPage HomePage SignUpWithGoods PayPage StatusPage ResultsListPage ScorePage PhotosPage BallotPage MyPage'.split(
    ' ',
  ),
)
/** The first pages with the most scripts. They count more than the other pages in `firstPages`. */
const largest = new Set(['SignUpWithGoods', 'ScorePage'])
/** The later steps of the sign-up, which load at the first touch of the page. They count as a first page. */
const afterFirst = 'LaterSteps'
/**
 * Later parts of the status page. They count as a further page, so that the first view does not load code for them.
 */
const belowFirst = 'statusAfterFirstView'
const weightOf = (name: string): number => {
  if (name === 'QueryPage') return 12
  if (largest.has(name)) return 8
  if (firstPages.has(name)) return 4
  if (name === afterFirst) return 4
  if (name === belowFirst) return 1
  return name.endsWith('Page') ? 1 : 0.25
}

/** Replaces style sheets by empty modules, in a build that needs only the code. */
export const withoutStyles: Plugin = {
  name: 'without-styles',
  enforce: 'pre',
  load: (id) => (/\.css(\?|$)/.test(id) ? { code: '', moduleType: 'js' } : null),
}

/** Returns the group that puts the parts of the shell and of the query page into one file. */
export const kitGroup = (): Group => ({ name: 'kit', test: inKit(), priority: 1 })

const chunksOf = async (uses: Uses): Promise<Rolldown.OutputChunk[]> => {
  const made = (await build({
    configFile: false,
    root: join(root, 'web'),
    logLevel: 'error',
    plugins: [withoutStyles, slimContracts(), react(), readUses(uses)],
    build: {
      write: false,
      target: 'esnext',
      modulePreload: { polyfill: false },
      rolldownOptions: { output: { codeSplitting: { groups: [kitGroup()] } } },
    },
  })) as Rolldown.RolldownOutput
  return made.output.filter((file) => file.type === 'chunk')
}

/**
 * Lets the bundler split the runner app by itself, and finds in the result the files to join and the unused sentences.
 */
export const buildPlanOf = async (): Promise<BuildPlan> => {
  const uses: Uses = new Map()
  const chunks = await chunksOf(uses)
  const names = new Set(chunks.map(({ name }) => name))
  const gone = [...firstPages].filter((name) => !names.has(name))
  if (gone.length > 0) throw new Error(`Pages that people come to first have other names now: ${gone.join(', ')}`)
  const atStart = new Set(
    chunks.filter((chunk) => chunk.isEntry).flatMap((chunk) => [chunk.fileName, ...chunk.imports]),
  )
  const parts = chunks
    .filter(({ fileName }) => !atStart.has(fileName))
    .map((chunk): BuildPart => ({
      name: chunk.fileName,
      bytes: gzipSync(chunk.code).length,
      imports: chunk.imports.filter((file) => !atStart.has(file)),
      shared: !chunk.isDynamicEntry,
      weight: chunk.isDynamicEntry ? weightOf(chunk.name) : 0,
    }))
  const left = new Set(
    chunks.flatMap((chunk) =>
      Object.entries(chunk.modules).flatMap(([id, { renderedLength }]) => (renderedLength > 0 ? [id] : [])),
    ),
  )
  const small = smallParts(parts)
  const modulesOf = new Map(chunks.map((chunk) => [chunk.fileName, chunk.moduleIds]))
  const rest = parts
    .filter((part) => !small.has(part.name))
    .map((part) => ({ ...part, imports: part.imports.filter((file) => !small.has(file)) }))
  const kit = kitGroup()
  const withShell = new Set(
    chunks.filter(({ name, fileName }) => name === kit.name || small.has(fileName)).flatMap((chunk) => chunk.moduleIds),
  )
  const clusters = groupParts(rest)
  const sizes = new Map(chunks.map((chunk) => [chunk.fileName, chunk]))
  const nameOf = (files: readonly string[]) =>
    files.map((file) => sizes.get(file)!).toSorted((one, other) => other.code.length - one.code.length)[0]!.name
  return {
    words: dropUnsaidWords(saidBy(uses, left)),
    groups: [
      {
        name: kit.name,
        test: (id) => withShell.has(id),
        priority: clusters.length + 1,
        // A small contract imports the schema library, and the shell does not use this library.
        includeDependenciesRecursively: false,
      },
      ...clusters.map((files, at) => {
        const modules = new Set(files.flatMap((file) => modulesOf.get(file)!))
        return {
          name: nameOf(files),
          test: (id: string) => modules.has(id),
          priority: clusters.length - at,
          includeDependenciesRecursively: false,
        }
      }),
    ],
  }
}
