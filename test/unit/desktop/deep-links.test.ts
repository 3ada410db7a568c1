import { describe, expect, test } from 'vitest'
import { findLaunchLink, toRoute } from '../../../src/main/desktop/deep-links.ts'

const NUL = String.fromCharCode(0)

describe('a link of the app’s own', () => {
  test.each([
    ['portside://invoices/INV-1', '/invoices/INV-1'],
    ['portside://products/42', '/catalogue/42'],
    ['PORTSIDE://Invoices/INV-1', '/invoices/INV-1'],
    // What is written as %xx is read once, and written anew for the page.
    ['portside://invoices/2026%2F17', '/invoices/2026%2F17'],
    ['portside://invoices/100%25', '/invoices/100%25'],
    ['portside://invoices/%252e%252e', '/invoices/%252e%252e'],
    ['portside://products/Stra%C3%9Fe%20%26%20S%C3%B6hne', '/catalogue/Stra%C3%9Fe%20%26%20S%C3%B6hne'],
    ['portside://products/Straße', '/catalogue/Stra%C3%9Fe'],
    ['portside://invoices/a%3Fb%23c', '/invoices/a%3Fb%23c'],
    ['portside://invoices/...', '/invoices/...'],
    ['portside://invoices/a@b:c;d=e,f', '/invoices/a%40b%3Ac%3Bd%3De%2Cf'],
    [`portside://invoices/${'9'.repeat(2048 - 'portside://invoices/'.length)}`, `/invoices/${'9'.repeat(2028)}`]
  ])('%s leads to %s', (link, route) => {
    expect(toRoute(link)).toBe(route)
  })

  test.each([
    ['', 'nothing'],
    ['portside:', 'no place'],
    ['portside://invoices', 'no id'],
    ['portside://invoices/', 'an empty id'],
    ['portside:///invoices/1', 'no host'],
    ['portside:invoices/1', 'no slashes'],
    ['portside:\\\\invoices\\1', 'the other slashes'],
    ['portside://invoices/1\\..', 'the other slash in the id'],
    ['portside://settings/connection', 'another place'],
    ['portside://catalogue/1', 'the route’s name instead of the link’s'],
    ['portside://__proto__/1', 'a name that every object has'],
    ['portside://invoicesx/1', 'a longer name'],
    ['portside://invoices./1', 'a name with a dot'],
    ['portside://in%76oices/1', 'a name written as bytes'],
    ['portside://invoices:80/1', 'a port'],
    ['portside://user:secret@invoices/1', 'a name and a password'],
    ['portside://invoices@evil.example/1', 'a place as a name'],
    ['portside://invoices/1/', 'a slash after it'],
    ['portside://invoices/1/2', 'two segments'],
    ['portside://invoices//1', 'an empty segment'],
    ['portside://invoices/../settings', 'a way up'],
    ['portside://invoices/..', 'a way up'],
    ['portside://invoices/.', 'no way'],
    ['portside://invoices/%2e%2e', 'a way up, written as bytes'],
    ['portside://invoices/1?pay=1', 'a query'],
    ['portside://invoices/1#/settings', 'a fragment'],
    ['portside://invoices/%', 'half a byte'],
    ['portside://invoices/%ff', 'a byte that is no UTF-8'],
    ['portside://invoices/%ed%a0%80', 'half a character as bytes'],
    ['portside://invoices/\ud800', 'half a character'],
    ['portside://invoices/a b', 'a blank'],
    ['portside://invoices/1 --inspect', 'an argument behind it'],
    [' portside://invoices/1', 'a blank before it'],
    ['portside://invoices/1\n', 'a line’s end'],
    ['portside://invoices/%0a', 'a line’s end as a byte'],
    ['portside://invoices/%00', 'nothing as a byte'],
    [`portside://invoices/1${NUL}`, 'nothing as it is'],
    ['portside://invoices/%7f', 'delete'],
    ['portside://invoices/%c2%85', 'a control of the upper half'],
    ['portside://invoices/%E2%80%AE1', 'text that turns around'],
    ['portside://invoices/%E2%80%8B', 'a blank without width'],
    ['portside://invoices/\ufeff1', 'a mark of the byte order'],
    [`portside://invoices/${'9'.repeat(2048)}`, 'a long one'],
    [`portside://invoices/${'あ'.repeat(300)}`, 'one that leads to a long route'],
    ['portsidex://invoices/1', 'another scheme'],
    ['javascript:alert(1)//invoices/1', 'code'],
    ['app://portside/index.html#/settings', 'the page’s own address'],
    ['file:///etc/passwd', 'a file']
  ])('%j leads nowhere: %s', (link) => {
    expect(toRoute(link)).toBe(null)
  })
})

describe('among the arguments of a launch', () => {
  test.each<[string[], string | null]>([
    [['/opt/Portside/portside'], null],
    [['/opt/Portside/portside', 'portside://invoices/1'], 'portside://invoices/1'],
    [['portside', '--original-process-start-time=1', 'PortSide://invoices/1', '--flag'], 'PortSide://invoices/1'],
    // The program's own name is none.
    [['portside://invoices/1'], null],
    [['portside', '--x=portside://invoices/1', 'https://portside://invoices/1'], null],
    [['portside', 'portside://products/1', 'portside://products/2'], 'portside://products/1'],
    // Whether it leads anywhere is asked later; that it is meant for the app is known.
    [['portside', 'portside://nowhere'], 'portside://nowhere']
  ])('%j: %s', (argv, link) => {
    expect(findLaunchLink(argv)).toBe(link)
  })
})
