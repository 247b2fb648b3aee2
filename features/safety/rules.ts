export const flagKinds = ['heat', 'air'] as const
export type FlagKind = (typeof flagKinds)[number]
/** The colours, from the lowest risk to the highest. */
export const flagColours = ['green', 'yellow', 'red', 'black'] as const
export type FlagColour = (typeof flagColours)[number]

/**
 * The upper bounds of green, yellow and red. Heat is the wet-bulb globe temperature in °C (American College of Sports
 * Medicine: 65, 73 and 82 °F). Air is the air quality index of HJ 633-2012: light, medium and heavy pollution begin
 * above 100, 150 and 200.
 */
const bounds: Record<FlagKind, readonly [number, number, number]> = {
  heat: [18.3, 22.8, 27.8],
  air: [100, 150, 200],
}
export const measures: Record<FlagKind, { least: number; most: number }> = {
  heat: { least: -60, most: 60 },
  air: { least: 0, most: 2000 },
}

/** Suggests the colour of a flag by a measured value. Staff decide. */
export const suggestedColour = (of: FlagKind, measured: number): FlagColour => {
  const at = bounds[of].findIndex((bound) => measured <= bound)
  return flagColours[at === -1 ? 3 : at]!
}

/** The groups of runners that a broadcast reaches. */
export const safetyAudiences = ['entered', 'course'] as const
export type SafetyAudience = (typeof safetyAudiences)[number]

/** The job that sends a broadcast. Its payload is the broadcast's key. */
export const BROADCAST = 'safety broadcast'
