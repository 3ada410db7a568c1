import { describe, expect, it } from 'vitest'
import { debianCopyright, licencesText } from '../../../scripts/packaging/licence-files.mjs'

const owner = {
  extraMetadata: { homepage: 'https://example.org', author: { name: 'The maintainers', email: 'us@example.org' } }
}
const LICENCES = {
  components: [
    { name: 'Portside', version: '1.2.3', licence: 'MIT', text: 0 },
    { name: '@vue/shared', version: '3.5.1', licence: 'MIT', text: 1 },
    { name: 'vue', version: '3.5.2', licence: 'MIT', text: 1 },
    { name: 'dompurify', version: '3.4.0', licence: 'MPL-2.0 OR Apache-2.0', text: 2 }
  ],
  texts: [
    'MIT License\n\nCopyright (c) 2026 The maintainers\n\nThe above copyright notice …',
    'The MIT License (MIT)\n\nCopyright (c) 2018-present, Yuxi (Evan) You',
    'Copyright License.\nCopyright [yyyy] [name of copyright owner]\nCOPYRIGHT HOLDERS BE LIABLE'
  ]
}

describe('the licences in a package', () => {
  it('have each text once, below the names of what it is for', () => {
    const text = licencesText(LICENCES)
    expect(text.match(/Yuxi/g)).toHaveLength(1)
    expect(text).toContain('\n@vue/shared 3.5.1 (MIT)\nvue 3.5.2 (MIT)\n')
    expect(text).toContain('in LICENSES.chromium.html, in the app’s folder.')
  })

  it('are a file that Debian’s programs can read', () => {
    const [head = '', own, vue, dompurify] = debianCopyright(LICENCES, owner).split('\n\n')
    expect(head.split('\n').slice(0, 4)).toEqual([
      'Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/',
      'Upstream-Name: Portside',
      'Upstream-Contact: The maintainers <us@example.org>',
      'Source: https://example.org'
    ])
    expect(head).toContain('\nComment:\n ')
    expect(own).toBe(
      'Files:\n *\nCopyright:\n Copyright (c) 2026 The maintainers\nLicense: MIT\n MIT License\n .\n Copyright (c) 2026 The maintainers\n .\n The above copyright notice …'
    )
    expect(vue).toMatch(
      /^Files:\n node_modules\/@vue\/shared\/\*\n node_modules\/vue\/\*\nCopyright:\n Copyright \(c\) 2018-present, Yuxi/
    )
    expect(dompurify).toContain('\nCopyright:\n the authors of dompurify\nLicense: MPL-2.0 or Apache-2.0\n')
  })

  it('have no line that would end a field or a paragraph', () => {
    const fields = /^(?:Format|Upstream-Name|Upstream-Contact|Source|Comment|Files|Copyright|License):/
    const lines = debianCopyright(LICENCES, owner).trimEnd().split('\n')
    expect(lines.filter((line) => line !== '' && !fields.test(line) && !line.startsWith(' '))).toEqual([])
  })
})
