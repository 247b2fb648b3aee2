import * as z from 'zod/mini'
import { post, upload } from '#contract/endpoint.ts'
import { Fen, Time } from '#contract/scalars.ts'

const inThree = (max: number, least = 0) =>
  z.object({
    'zh-cn': z.string().check(z.trim(), z.minLength(least), z.maxLength(max)),
    'zh-tw': z.string().check(z.trim(), z.maxLength(max)),
    en: z.string().check(z.trim(), z.maxLength(max)),
  })
const LegalTexts = z.object({ terms: inThree(20_000), privacy: inThree(20_000) })

export const platformShow = post('/platform/show', {
  access: 'anyone',
  input: z.object({}),
  output: z.object({
    name: z.string(),
    logo: z.nullable(z.string()),
    zone: z.string(),
    legal: z.object({ terms: z.boolean(), privacy: z.boolean() }),
  }),
  shared: 30,
  description: "Shows the platform's name, picture and time zone, and which pages of law it has.",
})
export const platformLegal = post('/platform/legal', {
  access: 'anyone',
  input: z.object({ page: z.enum(['terms', 'privacy']) }),
  output: z.object({ text: z.string(), updated_at: z.nullable(Time) }),
  shared: 30,
  description: "Shows a page of law in the caller's language. An empty text means that the platform has none.",
})

/** The settings as staff change them. `countries` is null if the environment decides (SMS_COUNTRIES). */
export const EditedSettings = z.object({
  name: inThree(40, 1),
  signature: z.string(),
  mailSender: inThree(40),
  legal: LegalTexts,
  zone: z.string(),
  countries: z.nullable(z.array(z.string())),
  textPrice: Fen,
  logo: z.nullable(z.string()),
  updated_at: z.nullable(Time),
})
export type EditedSettings = z.output<typeof EditedSettings>
/** A channel or a service, and the provider or sandbox that it uses. */
export const ChannelState = z.object({
  name: z.string(),
  state: z.enum(['real', 'sandbox', 'off']),
  failed: z.number(),
  said: z.nullable(z.string()),
  test: z.boolean(),
})
export type ChannelState = z.output<typeof ChannelState>

export const consolePlatformShow = post('/console/platform/show', {
  access: { right: 'platform.edit', scope: 'platform' },
  input: z.object({}),
  output: z.object({ settings: EditedSettings, channels: z.array(ChannelState), countries: z.array(z.string()) }),
  description:
    'Shows the settings of the platform, and its channels with their health since yesterday. Credentials stay in the ' +
    'environment, so the answer only tells which are set. `countries` are those of SMS_COUNTRIES.',
})
export const consolePlatformSave = post('/console/platform/save', {
  access: { right: 'platform.edit', scope: 'platform' },
  input: z.object({
    name: inThree(40, 1),
    signature: z.string().check(z.trim(), z.minLength(2), z.maxLength(16)),
    mailSender: inThree(40),
    legal: LegalTexts,
    zone: z.string().check(z.maxLength(60)),
    /**
     * The codes of ISO 3166, separated by commas. An empty text means that the environment decides. The text `*` means
     * all countries.
     */
    countries: z.string().check(z.trim(), z.maxLength(1000)),
    textPrice: z.coerce.number().check(z.int(), z.minimum(0), z.maximum(10_000)),
    /** The time of the last change that the caller saw. */
    updated_at: z.nullable(z.optional(z.string())),
  }),
  output: z.object({ settings: EditedSettings }),
  refusals: ['platform_changed'],
  description:
    'Changes the settings of the platform. They are used at once: in mails, text messages, pages and the log-in. If ' +
    'somebody else changed them meanwhile, nothing is written.',
})
export const consolePlatformLogo = upload('/console/platform/logo', {
  access: { right: 'platform.edit', scope: 'platform' },
  input: z.object({}),
  output: z.object({ path: z.string() }),
  refusals: ['file_missing', 'logo_unfit'],
  description: 'Keeps the picture of the platform: a PNG or JPEG of at most 200 kB.',
})
export const consolePlatformLogoRemove = post('/console/platform/logo/remove', {
  access: { right: 'platform.edit', scope: 'platform' },
  input: z.object({}),
  output: z.object({}),
  description: 'Removes the picture of the platform.',
})
export const consolePlatformTest = post('/console/platform/test', {
  access: { right: 'platform.edit', scope: 'platform' },
  input: z.object({ name: z.enum(['mail', 'files']) }),
  output: z.object({}),
  refusals: ['channel_down', 'too_often'],
  description: 'Tests a channel with its credentials: logs in to the mail server, or writes and reads a file.',
})
