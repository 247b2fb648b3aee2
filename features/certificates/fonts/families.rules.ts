/** Font lists that exist on phones, desktops and the server alike. The first font that a device has counts. */
export const sans = "'PingFang SC','HarmonyOS Sans SC','MI Sans','Noto Sans CJK SC','Microsoft YaHei',sans-serif"
export const serif = "'Songti SC','Noto Serif CJK SC','Source Han Serif SC',STSong,SimSun,serif"
export const brush = "'Kaiti SC',STKaiti,KaiTi,'Noto Serif CJK SC',serif"
/** For texts that people read at a glance: times, ranks, bibs. */
export const figures =
  "'Barlow Condensed','DIN Condensed','Avenir Next Condensed','Roboto Condensed','Noto Sans CJK SC',sans-serif"

export const families = { sans, serif, brush, figures } as const
export type FamilyName = keyof typeof families
/** A race's own font, with the device's fonts behind it for missing characters. */
export const ownFamily = (family: string): string => `'${family}',${sans}`
