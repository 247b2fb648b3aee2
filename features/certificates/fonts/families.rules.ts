/** Font lists that are there on phones, desktops and the server alike: the first one that a device has counts. */
export const sans = "'PingFang SC','HarmonyOS Sans SC','MI Sans','Noto Sans CJK SC','Microsoft YaHei',sans-serif"
export const serif = "'Songti SC','Noto Serif CJK SC','Source Han Serif SC',STSong,SimSun,serif"
export const brush = "'Kaiti SC',STKaiti,KaiTi,'Noto Serif CJK SC',serif"
/** What is read at a glance: times, places, bibs. */
export const figures =
  "'Barlow Condensed','DIN Condensed','Avenir Next Condensed','Roboto Condensed','Noto Sans CJK SC',sans-serif"

export const families = { sans, serif, brush, figures } as const
export type FamilyName = keyof typeof families
/** A race's own font, with the device's behind it for what it lacks. */
export const ownFamily = (family: string): string => `'${family}',${sans}`
