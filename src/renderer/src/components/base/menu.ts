import type { Component } from 'vue'

/** One line of a UiMenu; with `checked` set it is a choice and shows a mark. */
export interface MenuItem<K extends string = string> {
  key: K
  label: string
  icon?: Component
  checked?: boolean
  disabled?: boolean
  /** A line above this item. */
  apart?: boolean
}
