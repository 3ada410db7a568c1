import { describe, expect, it } from 'vitest'
import { licencesText } from '../../../scripts/packaging/licence-files.mjs'

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
})
