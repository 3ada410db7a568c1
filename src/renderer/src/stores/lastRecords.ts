/** Paths of the records that were open when their section was left, by section. */
import { defineStore } from 'pinia'
import { shallowReactive } from 'vue'

export const useLastRecords = defineStore('lastRecords', () => {
  const paths = shallowReactive(new Map<string, string>())
  return { paths }
})
