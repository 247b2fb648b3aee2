import { Fragment } from 'react'

/** Shows short facts in a row. A line may break between two facts, but not inside one. */
export const ShortFacts = ({ said }: { said: readonly string[] }) =>
  said.filter(Boolean).map((part, at) => (
    <Fragment key={part}>
      {at > 0 ? ' · ' : ''}
      <span className="whitespace-nowrap">{part}</span>
    </Fragment>
  ))
