import { describe, expect, it } from 'vitest'
import {
  COMMAND_NAMES,
  COMMANDS,
  OPTIONS,
  QUICK_CHECK_EXIT_CODES,
  type OptionName
} from '../../../src/main/cli/commands.ts'
import { helpText } from '../../../src/main/cli/help.ts'
import { t } from '../../../src/shared/i18n/translate.ts'

const lines = (text: string): string[] => text.split('\n')

describe('help', () => {
  it('names every command, and for a command its options and exit codes', () => {
    const overview = helpText(null, 80)
    for (const [code, meaning] of QUICK_CHECK_EXIT_CODES)
      expect(overview).toMatch(new RegExp(`^ {2}${code} +${t(`cli.help.exit.${meaning}`)}$`, 'm'))
    for (const name of COMMAND_NAMES) {
      expect(overview).toContain(t(`cli.help.command.${name}`))
      const help = helpText(name, 80)
      expect(help).toContain(`Usage: portside ${name} [OPTIONS]\n`)
      for (const option of COMMANDS[name].options) expect(help).toContain(`--${option}`)
      for (const [code] of COMMANDS[name].exitCodes) expect(help).toMatch(new RegExp(`^ {2}${code} `, 'm'))
      expect(help).toMatch(/^ {2}64 /m)
    }
  })

  it.each([80, 200])('fits a terminal of %i columns', (columns) => {
    for (const name of [null, ...COMMAND_NAMES]) {
      for (const line of lines(helpText(name, columns))) expect(line.length, line).toBeLessThanOrEqual(columns)
    }
  })

  it('puts meanings below the names in a narrow terminal', () => {
    expect(helpText('invoices', 40)).toContain(
      '  --state open|overdue|paid|all\n      Only open (all that is to pay),\n'
    )
  })

  it('has a text for each option', () => {
    for (const option of Object.keys(OPTIONS) as OptionName[])
      expect(t(`cli.help.option.${option}`)).toMatch(/^[A-Z].*[^.]$/)
  })
})
