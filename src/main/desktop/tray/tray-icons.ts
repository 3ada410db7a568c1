/**
 * The tray's images. macOS colours a template image by itself, and Windows reports the colour of its taskbar. The colour of a
 * Linux panel is unknown, so one image works on all. A dot marks open invoices.
 */
import { nativeImage, nativeTheme, type NativeImage } from 'electron'
import anywhere from '../icons/tray.png?asset'
import anywhere2x from '../icons/tray@2x.png?asset'
import anywhereOpen from '../icons/tray-open.png?asset'
import anywhereOpen2x from '../icons/tray-open@2x.png?asset'
import template from '../icons/tray-template.png?asset'
import template2x from '../icons/tray-template@2x.png?asset'
import templateOpen from '../icons/tray-open-template.png?asset'
import templateOpen2x from '../icons/tray-open-template@2x.png?asset'
import onDark from '../icons/tray-on-dark.png?asset'
import onDark2x from '../icons/tray-on-dark@2x.png?asset'
import onDarkOpen from '../icons/tray-open-on-dark.png?asset'
import onDarkOpen2x from '../icons/tray-open-on-dark@2x.png?asset'
import onLight from '../icons/tray-on-light.png?asset'
import onLight2x from '../icons/tray-on-light@2x.png?asset'
import onLightOpen from '../icons/tray-open-on-light.png?asset'
import onLightOpen2x from '../icons/tray-open-on-light@2x.png?asset'

interface Pictures {
  plain: NativeImage
  marked: NativeImage
}

export interface TrayPictures {
  current(): Pictures
  onChange(run: () => void): void
}

export function createTrayPictures(platform: NodeJS.Platform): TrayPictures {
  if (platform === 'darwin') {
    const pictures = { plain: image(template, template2x), marked: image(templateOpen, templateOpen2x) }
    for (const each of Object.values(pictures)) each.setTemplateImage(true)
    return { current: () => pictures, onChange: () => undefined }
  }
  if (platform === 'win32') {
    const light = { plain: image(onLight, onLight2x), marked: image(onLightOpen, onLightOpen2x) }
    const dark = { plain: image(onDark, onDark2x), marked: image(onDarkOpen, onDarkOpen2x) }
    return {
      current: () => (nativeTheme.shouldUseDarkColorsForSystemIntegratedUI ? dark : light),
      onChange: (run) => void nativeTheme.on('updated', run)
    }
  }
  const pictures = { plain: image(anywhere, anywhere2x), marked: image(anywhereOpen, anywhereOpen2x) }
  return { current: () => pictures, onChange: () => undefined }
}

function image(path: string, path2x: string): NativeImage {
  const made = nativeImage.createFromPath(path)
  made.addRepresentation({ scaleFactor: 2, dataURL: nativeImage.createFromPath(path2x).toDataURL() })
  return made
}
