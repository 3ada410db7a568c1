import type { Component } from 'vue'

/** An item of a UiMenu; with `checked` set, a choice with a mark. */
export interface MenuItem<K extends string = string> {
  key: K
  label: string
  icon?: Component
  checked?: boolean
  disabled?: boolean
  /** A separator above this item. */
  apart?: boolean
}
