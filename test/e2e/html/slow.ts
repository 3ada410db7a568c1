/** Descriptions that Chromium takes minutes to parse or to lay out, or whose parsing crashes it. */
const digits = '1'.repeat(190)

export const slow: Readonly<Record<string, string>> = {
  'media-query': `<picture><source srcset=a media="${'('.repeat(400_000)}"></picture>`,
  'style-colours': `<p style="color:${'light-dark('.repeat(64_000)}">`,
  'style-variables': `<p style="--x:${'var(--y,'.repeat(100_000)}">`,
  'svg-style': `<svg style="color:${'light-dark('.repeat(64_000)}">`,
  'style-element': `<style>${'a{'.repeat(400_000)}`,
  'direction-of-text': `<div dir=auto>${`<p>${digits}`.repeat(4900)}`,
  'isolated-text': `<bdi>${`<p>${digits}`.repeat(4900)}`,
  option: `<option>${`<b>${digits}</b>`.repeat(2450)}`,
  videos: '<video controls>'.repeat(4900),
  fieldset: `<fieldset disabled>${'<legend><input>'.repeat(2400)}`,
  meters: '<meter value=1>'.repeat(4900),
  summaries: `<details>${'<summary>a'.repeat(4900)}`,
  folds: '<details name=x open>'.repeat(4900),
  'kerned-letters': `<p>${'AV'.repeat(25_000)}`,
  'joined-letters': `<h1>${`${'AV'.repeat(100)}\u2060`.repeat(100)}`,
  'marked-lines': `<pre>${'<mark>'.repeat(58)}${'a\n'.repeat(25_000)}`,
  'raised-lines': `<pre>${'<sup>'.repeat(58)}${'a\n'.repeat(25_000)}`,
  'turned-lines': `<pre>${'<bdo dir=rtl>'.repeat(8)}${'a\n'.repeat(10_000)}`,
  languages: Array.from({ length: 4900 }, (_, at) => `<p lang=a${at.toString(36)}>漢`).join('')
}
