import { X509Certificate, createPrivateKey } from 'node:crypto'
import { OperatorError } from '#db/operatorError.ts'
import type { WalletPass } from './pass.ts'

/**
 * Passes for Apple Wallet (developer.apple.com/documentation/walletpasses): a ZIP with `pass.json`, pictures, a manifest
 * of their hashes, and a signature over the manifest.
 */
export type AppleSettings = {
  passType: string
  team: string
  /** The certificate of the pass type, its private key, and the certificate of Apple's authority, as PEM. */
  certificate: string
  key: string
  authority: string
}

const certificateIn = (name: string, pem: string): X509Certificate => {
  try {
    return new X509Certificate(pem)
  } catch {
    throw new OperatorError(`${name} holds no certificate in PEM.`)
  }
}
/**
 * Checks that the three files belong together, and returns the settings with the unlocked key. A wrong file therefore
 * stops the start of the server, and no runner gets a broken pass.
 */
export const appleSettings = ({
  password,
  ...given
}: AppleSettings & { password: string | undefined }): AppleSettings => {
  const certificate = certificateIn('APPLE_PASS_CERT_FILE', given.certificate)
  const authority = certificateIn('APPLE_PASS_WWDR_FILE', given.authority)
  let key
  try {
    key = createPrivateKey({ key: given.key, ...(password === undefined ? {} : { passphrase: password }) })
  } catch {
    throw new OperatorError('APPLE_PASS_KEY_FILE cannot be opened: it is no PEM, or the password is wrong.')
  }
  if (key.asymmetricKeyType !== 'rsa' || !certificate.checkPrivateKey(key))
    throw new OperatorError('APPLE_PASS_KEY_FILE is not the RSA key of APPLE_PASS_CERT_FILE.')
  if (!certificate.verify(authority.publicKey))
    throw new OperatorError('APPLE_PASS_WWDR_FILE is not the authority that issued APPLE_PASS_CERT_FILE.')
  return { ...given, key: key.export({ type: 'pkcs8', format: 'pem' }).toString() }
}

const rgb = (hex: string): string =>
  `rgb(${[1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)).join(', ')})`

/** Makes a signed pass. The library loads at the first pass, because most installations make none. */
export const applePassOf = async (settings: AppleSettings, pass: WalletPass): Promise<Buffer> => {
  const { PKPass } = await import('passkit-generator')
  const made = new PKPass(
    { ...pass.pictures },
    { wwdr: settings.authority, signerCert: settings.certificate, signerKey: settings.key },
    {
      passTypeIdentifier: settings.passType,
      teamIdentifier: settings.team,
      serialNumber: pass.serial,
      organizationName: pass.race,
      description: `${pass.race} ${pass.title}`,
      logoText: pass.race,
      backgroundColor: rgb(pass.colour),
      foregroundColor: rgb(pass.ink),
      labelColor: rgb(pass.ink),
      groupingIdentifier: pass.group,
      ...(pass.service ? { webServiceURL: pass.service.url, authenticationToken: pass.service.token } : {}),
      ...(pass.code === '' ? { voided: true } : {}),
    },
  )
  made.type = 'eventTicket'
  if (pass.number) made.headerFields.push({ key: 'number', value: pass.number })
  made.primaryFields.push({ key: 'title', value: pass.title })
  // A pass shows four fields below its title. The other fields are on the back.
  pass.fields.slice(0, 2).forEach((field) => made.secondaryFields.push({ ...field }))
  pass.fields.slice(2, 4).forEach((field) => made.auxiliaryFields.push({ ...field }))
  pass.fields.slice(4).forEach((field) => made.backFields.push({ ...field }))
  made.backFields.push({ key: 'link', label: pass.linkLabel, value: pass.link })
  if (pass.code !== '') made.setBarcodes({ format: 'PKBarcodeFormatQR', message: pass.code, messageEncoding: 'utf-8' })
  if (pass.starts_at) made.setRelevantDate(pass.starts_at)
  return made.getAsBuffer()
}
