/** The network settings during a sign-in that reached nobody. */
import { expect, type Locator } from '@playwright/test'
import * as ui from '../e2e/ui.ts'
import { step, type Tour } from './tour.ts'
import { words } from '../e2e/words.ts'

const {
  settings: { network }
} = words
const BOTH = ['small', 'dark'] as const

const section = ({ page }: Tour): Locator => page.locator('section[data-section=network]')
const field = (tour: Tour, name: string): Locator => section(tour).locator(`input[name=${name}]`)

/** From a step of the connection check. */
async function toNetwork(tour: Tour): Promise<void> {
  await tour.page.getByRole('link', { name: network.view }).click()
  await expect(section(tour)).toContainText(network.about.system)
}

async function fillWrongly(tour: Tour): Promise<void> {
  await section(tour).getByText(network.mode.manual, { exact: true }).click()
  await field(tour, 'proxyHost').fill('http://proxy.example')
  await field(tour, 'proxyPort').fill('99999')
  await field(tour, 'proxyUser').fill('ada')
  await ui.button(tour.page, network.save).click()
  await expect(section(tour)).toContainText(network.wrong.port)
}

export const networkSteps = [
  step('network', 'the network settings during a sign-in', { also: BOTH }, toNetwork),
  step('network-manual', 'a proxy that can’t be one', { also: ['small', 'zoomed', 'dark'] }, fillWrongly)
]
