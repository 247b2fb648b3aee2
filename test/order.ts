import { existsSync } from 'node:fs'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * The files that take the longest. They begin first. Otherwise one worker would still run a long file when the other
 * workers are done.
 */
const longest = ['server/main.test.ts', 'features/certificates/render/fidelity.test.ts', 'test/prove/']
for (const path of longest) if (!existsSync(path)) throw new Error(`test/order.ts names ${path}, which is gone`)

const rank = ({ moduleId }: TestSpecification): number => {
  const at = longest.findIndex((part) => moduleId.includes(part))
  return at === -1 ? longest.length : at
}

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await super.sort(files)).toSorted((a, b) => rank(a) - rank(b))
  }
}
