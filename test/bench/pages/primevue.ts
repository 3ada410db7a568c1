import PrimeVue from 'primevue/config'
import { createApp } from 'vue'
import '../../../src/renderer/src/ui/styles/base.css'
import type { ProductRow } from '../../../src/shared/models/product.ts'
import PrimeList from './PrimeList.vue'

const reply = await fetch('/rows.json')
createApp(PrimeList, { rows: (await reply.json()) as ProductRow[] })
  .use(PrimeVue)
  .mount('#app')
