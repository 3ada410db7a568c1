import { mount, flushPromises } from '@vue/test-utils'
import { createPinia } from 'pinia'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import LongDescription from '../../../../src/renderer/src/features/catalogue/description/LongDescription.vue'
import '../../../../src/renderer/src/ui/styles/base.css'
import { layBridge, type FakeBridge } from '../../ui/shell/bridge.ts'

let bridge: FakeBridge
let texts: Record<string, string>
const asked: string[] = []
beforeEach(() => {
  bridge = layBridge()
  asked.splice(0)
  vi.stubGlobal('fetch', (address: string) => {
    asked.push(address)
    const text = texts[address.replace(/\?.*/, '')]
    return Promise.resolve(new Response(text ?? null, { status: text === undefined ? 404 : 200 }))
  })
})
afterEach(() => vi.unstubAllGlobals())

function mountWith(html: string | null) {
  texts = html === null ? {} : { '/description/-/a%2Fb': html }
  const made = mount(LongDescription, {
    props: { product: 'a/b', name: 'Mobile', theme: 'dark', recordVersion: 3 },
    global: { plugins: [createPinia()] },
    attachTo: document.body
  })
  return { made, frame: made.get('iframe').element }
}

async function show(html: string | null) {
  const { made, frame } = mountWith(html)
  // The empty document that comes first is replaced, and with it the focus and the theme.
  await expect
    .poll(() => [frame.contentWindow?.location.pathname, frame.contentDocument?.readyState])
    .toEqual(['/description-page', 'complete'])
  const body = (): HTMLElement => frame.contentDocument!.body
  const text = (): string => frame.contentDocument?.body?.textContent ?? ''
  return { made, frame, body, text }
}
async function showLink(address: string) {
  const shown = await show(
    `<p>See <a href="${address}" target=_blank>docs</a></p><details><summary>more</summary>x</details>`
  )
  await expect.poll(() => shown.body().querySelector('a')?.textContent).toBe('docs')
  return { ...shown, link: shown.body().querySelector('a')! }
}
const button = (name: string): HTMLElement | undefined =>
  [...document.querySelectorAll<HTMLElement>('[role=dialog] button')].find((one) => one.textContent.trim() === name)

it('shows it sanitised, in a frame without scripts, and as high as it is', async () => {
  const { frame, body, text } = await show(
    '<h2>Fast</h2><script>parent.ran = 1</script><p style="height:1px">x</p>'.repeat(9)
  )
  await expect.poll(text).toContain('Fast')
  expect(asked).toEqual(['/description/-/a%2Fb?r=3'])
  expect(frame.getAttribute('sandbox')).toBe('allow-same-origin')
  expect(frame.getAttribute('src')).toBe('/description-page')
  expect(frame.title).toBe('Long description of Mobile')
  expect(body().innerHTML).toBe('<h2>Fast</h2><p>x</p>'.repeat(9))
  await expect.poll(() => frame.clientHeight).toBeGreaterThan(200)
  expect(Math.abs(frame.clientHeight - body().getBoundingClientRect().bottom)).toBeLessThan(2)
})

it('has the app’s typeface', async () => {
  const { frame, body } = await show('<p>Fast</p>')
  await expect.poll(() => body().textContent).toBe('Fast')
  // The app's own page sets it for its body.
  body().style.fontFamily = 'Inter Latin'
  const statuses = (): string[] => [...(frame.contentDocument?.fonts ?? [])].map(({ status }) => status)
  await expect.poll(statuses).toContain('loaded')
})

it('is never put into the empty document that the frame starts with', async () => {
  const { frame } = mountWith('<p>one</p>')
  const first = frame.contentDocument!
  expect(first.URL).toBe('about:blank')
  await expect.poll(() => frame.contentDocument?.body?.textContent).toBe('one')
  expect(frame.contentDocument).not.toBe(first)
  expect(first.body.innerHTML).toBe('')
})

it('follows the theme, and another version of the record, without being loaded again', async () => {
  const { made, frame, text } = await show('<p>one</p>')
  await expect.poll(text).toBe('one')
  const root = frame.contentDocument!.documentElement
  expect(root.className).toBe('dark')
  await made.setProps({ theme: 'light' })
  expect(root.className).toBe('')
  texts = { '/description/-/a%2Fb': '<p>two</p>' }
  await made.setProps({ recordVersion: 4 })
  await expect.poll(text).toBe('two')
  expect(frame.contentDocument!.documentElement).toBe(root)
})

it('takes a theme while its document has no elements yet', async () => {
  const { made, frame, text } = await show('<p>one</p>')
  await expect.poll(text).toBe('one')
  frame.contentDocument!.documentElement.remove()
  await expect(made.setProps({ theme: 'light' })).resolves.toBeUndefined()
})

it('is there again after the page was taken out of the document and put back', async () => {
  const { made, text } = await show('<p>one</p>')
  await expect.poll(text).toBe('one')
  const { parentElement } = made.element.parentElement!
  const shell = made.element.parentElement!
  shell.remove()
  parentElement!.append(shell)
  await expect.poll(text).toBe('one')
})

it('says so where it can’t be read, and tries again', async () => {
  const { made, text } = await show(null)
  await expect.poll(() => made.text()).toContain('Couldn’t read the long description.')
  texts = { '/description/-/a%2Fb': 'there' }
  await made.get('button').trigger('click')
  await expect.poll(text).toBe('there')
  expect(made.text()).not.toContain('Couldn’t')
})

it('says that of a very long one only the beginning is shown', async () => {
  const { made, text } = await show('<b>x </b>'.repeat(100_000))
  await expect.poll(() => text().length).toBe(5000)
  expect(made.text()).toContain('very long')
})

it.each(['click', 'right click', 'Enter', 'Ctrl+click'])('asks before a link is opened, by %s', async (way) => {
  const { made, frame, link } = await showLink('https://docs.example/a?b=1&amp;c=2')
  if (way === 'Enter') {
    frame.focus()
    link.focus()
    link.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }))
  } else if (way === 'right click') {
    link.dispatchEvent(new MouseEvent('contextmenu', { bubbles: true, cancelable: true, button: 2 }))
  } else link.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, ctrlKey: way !== 'click' }))
  await expect.poll(() => document.querySelector('[role=dialog] strong')?.textContent).toBe('docs.example')
  expect(document.querySelector('[role=dialog]')?.textContent).toContain('https://docs.example/a?b=1&c=2')
  expect(bridge.asked('catalogue.openLink')).toEqual([])
  bridge.answer('catalogue.openLink', { host: 'docs.example' })
  button('Open in browser')!.click()
  await expect.poll(() => made.text()).toContain('Opened docs.example in the browser.')
  expect(bridge.asked('catalogue.openLink')).toEqual([{ key: 'a/b', address: 'https://docs.example/a?b=1&c=2' }])
  await expect.poll(() => document.querySelector('[role=dialog]')).toBeNull()
  expect(frame.contentDocument!.activeElement).toBe(link)
})

it.each([
  ['<p>a&#27;[201~\u0085b &#8232;c</p>', { text: 'a\u001b[201~\u0085b \u2028c' }],
  ['<table><tr><td>=1+1<td>b<tr><td>@c</table>', { rows: [['=1+1', 'b'], ['@c']] }]
])('what is copied from %j can do nothing where it is pasted', async (html, copied) => {
  bridge.answer('app.copyText', null)
  const { frame, body, text } = await show(html)
  await expect.poll(text).not.toBe('')
  frame.contentDocument!.getSelection()!.selectAllChildren(body())
  const event = new ClipboardEvent('copy', { bubbles: true, cancelable: true })
  body().dispatchEvent(event)
  expect(event.defaultPrevented).toBe(true)
  await expect.poll(() => bridge.asked('app.copyText')).toEqual([copied])
})

it('can copy an address that it does not open', async () => {
  const { link } = await showLink('http://docs.example/')
  link.click()
  await expect.poll(() => document.querySelector('[role=dialog]')?.textContent).toContain('stays closed')
  expect(button('Open in browser')).toBeUndefined()
  expect(button('Close')).toBeDefined()
  bridge.answer('app.copyText', null)
  button('Copy address')!.click()
  await expect.poll(() => button('Copied')).toBeDefined()
  expect(bridge.asked('app.copyText')).toEqual([{ lines: ['http://docs.example/'] }])
  await userEvent.keyboard('{Escape}')
  await expect.poll(() => document.querySelector('[role=dialog]')).toBeNull()
})

it('shows the beginning of an address that is too long, and neither opens nor copies it', async () => {
  const { link } = await showLink('https://docs.example/'.padEnd(500_000, 'x'))
  link.click()
  const dialog = () => document.querySelector('[role=dialog]')?.textContent ?? ''
  await expect.poll(dialog).toContain('up to 4,096 characters')
  expect(dialog()).toContain('https://docs.example/xxx')
  expect(dialog().length).toBeLessThan(1000)
  expect(button('Open in browser')).toBeUndefined()
  expect(button('Copy address')).toBeUndefined()
})

it('says why an address could not be opened, and stays', async () => {
  const { link } = await showLink('https://docs.example/')
  link.click()
  await expect.poll(() => button('Open in browser')).toBeDefined()
  bridge.fail('catalogue.openLink', { code: 'BAD_REQUEST', found: 'address' })
  button('Open in browser')!.click()
  await expect.poll(() => document.querySelector('[role=dialog] [role=alert]')).not.toBeNull()
})

it('nothing in it does anything by itself: middle button, drag, drop, a label or a fold’s neighbour', async () => {
  const { body, link } = await showLink('https://docs.example/')
  for (const type of ['auxclick', 'dragstart', 'drop', 'dragover']) {
    expect(link.dispatchEvent(new MouseEvent(type, { bubbles: true, cancelable: true, button: 1 }))).toBe(false)
  }
  expect(document.querySelector('[role=dialog]')).toBeNull()
  body().querySelector('summary')!.click()
  expect(body().querySelector('details')!.open).toBe(true)
})

it('lets the app’s own keys through', async () => {
  const heard: string[] = []
  const listener = (event: KeyboardEvent): void => {
    heard.push(`${event.ctrlKey ? 'Ctrl+' : ''}${event.key}`)
    event.preventDefault()
  }
  window.addEventListener('keydown', listener)
  const { body } = await show('<p>text</p>')
  await expect.poll(() => body().textContent).toBe('text')
  for (const init of [{ key: 'Escape' }, { key: 'k', ctrlKey: true }]) {
    expect(body().dispatchEvent(new KeyboardEvent('keydown', { ...init, bubbles: true, cancelable: true }))).toBe(false)
  }
  window.removeEventListener('keydown', listener)
  expect(heard).toEqual(['Escape', 'Ctrl+k'])
  await flushPromises()
})

const ring = (frame: HTMLIFrameElement): string => getComputedStyle(frame.parentElement!).outlineStyle

it('has a focus ring when keys bring the focus to the frame, until they take it away', async () => {
  const { frame, text } = await show('<p>one</p>')
  await expect.poll(text).toBe('one')
  const before = document.createElement('button')
  const after = document.createElement('button')
  document.body.prepend(before)
  document.body.append(after)
  before.focus()
  expect(ring(frame)).toBe('none')
  await userEvent.keyboard('{Tab}')
  expect(document.activeElement).toBe(frame)
  await expect.poll(() => ring(frame)).toBe('solid')
  await userEvent.keyboard('{Tab}')
  expect(document.activeElement).toBe(after)
  await expect.poll(() => ring(frame)).toBe('none')
  before.remove()
  after.remove()
})

it('has no ring of its own around a link that has one, nor after a click', async () => {
  const { frame, body } = await show('<p>one</p><a href="https://example.com">two</a>')
  await expect.poll(() => body().querySelector('[role=link]')).not.toBe(null)
  const before = document.createElement('button')
  document.body.prepend(before)
  before.focus()
  await userEvent.keyboard('{Tab}')
  await expect.poll(() => frame.contentDocument?.activeElement?.textContent).toBe('two')
  expect(ring(frame)).toBe('none')
  before.focus()
  await userEvent.click(frame, { position: { x: 4, y: 4 } })
  expect(document.activeElement).toBe(frame)
  expect(ring(frame)).toBe('none')
  before.remove()
})
