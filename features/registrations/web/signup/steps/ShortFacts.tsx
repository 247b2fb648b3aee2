import { Dotted } from '#ui/layout/Dotted.ts'

/** Shows short facts in a row. A line may break between two facts, but not inside one. */
export const ShortFacts = ({ said }: { said: readonly string[] }) => (
  <span className="[&>span>span>span]:whitespace-nowrap">
    <Dotted text={said.filter(Boolean).join(' · ')} />
  </span>
)
