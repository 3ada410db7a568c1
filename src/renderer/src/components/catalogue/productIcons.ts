/** The icons of products, once they are there: two dozen of them, which the first picture of a list can do without. */
import { shallowRef } from 'vue'
import type { Component } from 'vue'

export const productIcon = shallowRef<((name: string | null) => Component) | null>(null)

void import('./productIcon.ts').then((icons) => {
  productIcon.value = icons.productIcon
})
